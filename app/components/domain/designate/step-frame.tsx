import type { ReactNode } from 'react';
import { PendingWithoutScripts } from '#app/components/domain/designate/pending-without-scripts.tsx';
import { DecisionBanner } from '#app/components/domain/designations/decision-banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface StepFrameProps {
  title: string;
  designation: DesignationAnswer;
  children: ReactNode;
}

/** A step's heading with school and year, and what the reviewer said of a returned designation. */
export function StepFrame({ title, designation, children }: StepFrameProps) {
  const { highSchool, academicYear, status } = designation;
  return (
    <>
      <PageHeader title={title} subtitle={`${highSchool.name}, ${academicYear.year} academic year`} />
      <Stack>
        <DecisionBanner {...designation} />
        {status === 'PENDING' ? <PendingWithoutScripts /> : null}
        {children}
      </Stack>
    </>
  );
}
