import { CONFLICT_ID } from '#app/components/domain/designate/desk-view.ts';
import type { ConflictNoticeProps } from '#app/components/domain/designate/conflict-notice.tsx';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import { useSite } from '#app/components/domain/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { contentOf } from '#app/lib/draft.ts';
import { differencesInWords } from '#app/lib/draft-differences.ts';
import { changeInWords } from '#app/lib/editing-words.ts';

/** The notice of a page that is alive: by whom and when it was changed, and where the two versions differ. */
export function LiveConflictNotice({ designation, today, working }: ConflictNoticeProps) {
  const { userId, store } = useDraftStore();
  const { timeZone } = useSite();
  const differences = differencesInWords(store.get() ?? working.draft, contentOf(designation));
  const wasSubmitted = designation.status === 'PENDING' && working.draft.status !== 'PENDING';
  const change = changeInWords(
    working.changed,
    { userId, today, timeZone },
    wasSubmitted ? 'submitted' : 'changed',
  );
  return (
    <div id={CONFLICT_ID} tabIndex={-1}>
      <Banner tone="warning" title={`${change}.`}>
        {wasSubmitted ? (
          <p>
            It is now pending review. What you go on with here is stored only when you submit it once more.
          </p>
        ) : null}
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
          <Button size="sm" onClick={working.keepMine}>
            Go on with what I entered
          </Button>
          <Button size="sm" onClick={working.loadLatest}>
            Load the latest instead
          </Button>
        </Cluster>
      </Banner>
    </div>
  );
}
