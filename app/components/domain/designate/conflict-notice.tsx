import type { WorkingDraft } from '#app/components/domain/designate/use-working-copy.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface ConflictNoticeProps {
  /** As it is stored now. */
  designation: Pick<DesignationAnswer, 'id' | 'version'>;
  /** The address of the step, where it can be opened anew with what is stored. */
  here: string;
  working: WorkingDraft;
  /** Saves into the draft what was typed last. */
  flush?: () => void;
}

/**
 * Shown where both the stored designation and what was typed here have changed. Nothing is lost: the other version can be looked
 * at in a new tab, and then one of the two is kept. Stands inside the form, which its button sends where there are no scripts.
 */
export function ConflictNotice({ designation, here, working, flush }: ConflictNoticeProps) {
  const sent = working.reply?.initialValue?.['version'];
  const isStaleReply = typeof sent === 'string' && sent !== String(designation.version);
  const afterSaving = (choose: () => void) => () => {
    flush?.();
    choose();
  };
  if (!(working.isLive ? working.isConflict : isStaleReply)) return null;
  return (
    <Banner
      tone="warning"
      title={
        working.reply === undefined
          ? 'Somebody else changed this designation in the meantime.'
          : 'Which version is to stay?'
      }
    >
      <p>
        What you entered is still here, but it is not saved. Look at the latest version first, then decide
        which of the two to go on with.
      </p>
      <Cluster>
        <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
          See the latest version (opens in a new tab)
        </ButtonLink>
        {working.isLive ? (
          <>
            <Button size="sm" onClick={afterSaving(working.keepMine)}>
              Go on with what I entered
            </Button>
            <Button size="sm" onClick={afterSaving(working.loadLatest)}>
              Load the latest instead
            </Button>
          </>
        ) : (
          <>
            <Button type="submit" size="sm" name="overwrite" value={designation.version}>
              Save what I entered over it
            </Button>
            <ButtonLink to={here} reloadDocument size="sm">
              Load the latest instead
            </ButtonLink>
          </>
        )}
      </Cluster>
    </Banner>
  );
}
