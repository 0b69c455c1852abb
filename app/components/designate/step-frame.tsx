import type { ReactNode } from 'react';
import { PendingWithoutScripts } from '#app/components/designate/pending-without-scripts.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { DueDateText } from '#app/lib/time/due-date.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface StepFrameProps {
  title: string;
  step: {
    readonly designation: DesignationAnswer;
    readonly due: DueDateText | null;
  };
  children: ReactNode;
}

/** Heading of a step with school, year, and the reviewer's feedback on a returned designation. */
export function StepFrame({ title, step, children }: StepFrameProps) {
  const { designation, due } = step;
  const { highSchool, academicYear, status } = designation;
  return (
    <>
      <PageHeader title={title} subtitle={`${highSchool.name}, ${academicYear.year} academic year`} />
      <Stack>
        <DecisionBanner {...designation} due={due} />
        {status === 'PENDING' ? <PendingWithoutScripts /> : null}
        {children}
      </Stack>
    </>
  );
}
