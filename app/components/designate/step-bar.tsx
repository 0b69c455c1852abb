import type { ReactNode } from 'react';
import type { WorkingDraft } from '#app/components/designate/draft/draft-types.ts';
import { SaveStatus } from '#app/components/designate/draft/save-status.tsx';
import type { DesignationStatus } from '#app/schemas/enums.ts';

interface StepBarProps {
  back?: ReactNode;
  /** Absent on the agreement, where nothing is saved yet. */
  saving?: { status: DesignationStatus; today: string; working: WorkingDraft };
  /** Such as '14 of 20 complete'. */
  progress?: string | null;
  /** The buttons that go on, the primary one last. */
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
