import type { ReactNode } from 'react';
import { PendingWithoutScripts } from '#app/components/designate/pending-without-scripts.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { DueDateText } from '#app/lib/time/due-date.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { WorkingDraft } from '#app/components/designate/draft/working-copy.ts';
import { SaveStatus } from '#app/components/designate/draft/draft-context.tsx';
import type { DesignationStatus } from '#app/schemas/enums.ts';

interface StepFrameProps {
  title: string;
  step: {
    readonly designation: DesignationResponse;
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

interface StepBarProps {
  back?: ReactNode;
  /** Absent on the agreement, where nothing is saved yet. */
  saving?: { status: DesignationStatus; today: string; working: WorkingDraft };
  /** Such as '14 of 20 complete'. */
  progress?: string | null;
  /** The buttons that continue, the primary one last. */
  children: ReactNode;
}

/** Bar at the bottom of the window with the step's buttons in the same place on every step, and what is saved. */
export function StepBar({ back, saving, progress = null, children }: StepBarProps) {
  return (
    <div className="step-bar">
      {back}
      <div className="step-bar-state">
        {saving === undefined ? null : <SaveStatus {...saving} />}
        {progress === null ? null : <strong className="step-bar-progress">{progress}</strong>}
      </div>
      <div className="step-bar-buttons">{children}</div>
    </div>
  );
}
