import type { ReactNode } from 'react';
import { useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import type { SaveLineProps } from '#app/components/designate/draft/draft-types.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** How saving stands, and who else is here: a hint until the page is alive. */
export function SaveStatus(props: SaveLineProps) {
  const { SaveLine } = useDraftServices();
  if (SaveLine !== null) return <SaveLine {...props} />;
  return (
    <SaveFrame>
      <p>
        <Icon name="info" />
        <span>{savingHint(props.status)}</span>
      </p>
    </SaveFrame>
  );
}

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
    ? "Your corrections aren't sent until you resubmit."
    : 'Your work is saved automatically.';
}
