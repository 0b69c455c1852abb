import type { ReactNode } from 'react';
import { useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import type { SaveLineProps } from '#app/components/designate/draft/draft-types.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** The state of saving and other editors; a hint until the draft services have loaded. */
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

/** The save line of a step; hidden without JavaScript, which saving requires. */
export function SaveFrame({ isFailed = false, children }: { isFailed?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('save-status', 'script-needed', isFailed && 'save-status-failed')}>
      {children}
    </div>
  );
}

/** Describes what will happen to edits, before there are any. */
export function savingHint(status: DesignationStatus): string {
  return status === 'PENDING'
    ? "Your corrections aren't sent until you resubmit."
    : 'Your work is saved automatically.';
}
