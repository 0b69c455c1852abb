import { differencesInWords } from '#app/lib/draft-differences.ts';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import type { WorkingDraft } from '#app/components/domain/designate/use-working-copy.ts';
import { useSite } from '#app/components/domain/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { contentOf } from '#app/lib/draft.ts';
import { changeInWords } from '#app/lib/editing-words.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

export const CONFLICT_ID = 'which-version';

interface ConflictNoticeProps {
  /** As it is stored now. */
  designation: DesignationAnswer;
  /** The present day, YYYY-MM-DD. */
  today: string;
  /** The address of the step, where it can be opened anew with what is stored. */
  here: string;
  working: WorkingDraft;
}

/**
 * Shown where both the stored designation and what was typed here have changed: by whom and when, and where the two differ.
 * Nothing is lost: the other version can be looked at in a new tab, and then one of the two is kept. Stands inside the form,
 * which its button sends where there are no scripts.
 */
export function ConflictNotice({ designation, today, here, working }: ConflictNoticeProps) {
  const { userId, store } = useDraftStore();
  const { timeZone } = useSite();
  const sent = working.reply?.initialValue?.['version'];
  const isStaleReply = typeof sent === 'string' && sent !== String(designation.version);
  if (!(working.isLive ? working.isConflict : isStaleReply)) return null;
  const differences = working.isLive
    ? differencesInWords(store.get() ?? working.draft, contentOf(designation))
    : [];
  return (
    <div id={CONFLICT_ID} tabIndex={-1}>
      <Banner tone="warning" title={`${changeInWords(working.changed, { userId, today, timeZone })}.`}>
        <p>
          What you entered is still here, but it is not saved. Look at the latest version first, then decide
          which of the two to go on with.
        </p>
        {differences.length === 0 ? null : (
          <>
            <p>They differ here:</p>
            <ul>
              {differences.map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            </ul>
          </>
        )}
        <Cluster>
          <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
            See the latest version (opens in a new tab)
          </ButtonLink>
          {working.isLive ? (
            <>
              <Button size="sm" onClick={working.keepMine}>
                Go on with what I entered
              </Button>
              <Button size="sm" onClick={working.loadLatest}>
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
    </div>
  );
}
