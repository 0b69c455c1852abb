import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** The line that stays in sight while a step is worked on; only where scripts run is anything saved by itself. */
export function SaveFrame({ isFailed = false, children }: { isFailed?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('save-status', 'script-needed', isFailed && 'save-status-failed')}>
      {children}
    </div>
  );
}

/** What happens to what is typed, before anything of it happened. */
export function savingHint(status: DesignationStatus): string {
  return status === 'PENDING'
    ? 'Your corrections stay in this browser until you submit them.'
    : 'What you type is saved as you go.';
}
