import type { ReactNode } from 'react';
import { PendingWithoutScripts } from '#app/components/designate/pending-without-scripts.tsx';
import type { WorkingDraft } from '#app/components/designate/draft/draft-types.ts';
import { SaveStatus } from '#app/components/designate/draft/save-status.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface StepFrameProps {
  title: string;
  designation: DesignationAnswer;
  today: string;
  working: WorkingDraft;
  children: ReactNode;
}

/** Heading of a step with school, year, save status and the reviewer's feedback on a returned designation. */
export function StepFrame({ title, designation, today, working, children }: StepFrameProps) {
  const { highSchool, academicYear, status } = designation;
  return (
    <>
      <PageHeader title={title} subtitle={`${highSchool.name}, ${academicYear.year} academic year`} />
      <Stack>
        <SaveStatus status={status} today={today} working={working} />
        <DecisionBanner {...designation} />
        {status === 'PENDING' ? <PendingWithoutScripts /> : null}
        {children}
      </Stack>
    </>
  );
}
