import { useEffect, useRef } from 'react';
import { ConflictChoices } from '#app/components/designate/conflict-choices.tsx';
import type { ConflictNoticeProps } from '#app/components/designate/conflict-notice.tsx';
import { CONFLICT_ID } from '#app/components/designate/editing-session-view.ts';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import { useEditingSessionView } from '#app/components/designate/use-editing-session-view.ts';
import type { AskedQuestion } from '#app/components/designate/working-copy.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { contentOf } from '#app/lib/draft.ts';
import { APART, formatDifferences } from '#app/lib/draft-differences.ts';
import type { Side } from '#app/lib/draft-merge-sides.ts';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import { formatBothChanged, formatLastChange, formatOtherSide } from '#app/lib/messages/editing-labels.ts';

type LiveConflictNoticeProps = ConflictNoticeProps & { asked: AskedQuestion };

/**
 * The notice of a page that is alive: by whom and when it was changed, and what of it conflicts with what was typed here. Where
 * that can be told by field each is decided by itself; where it cannot, one of the two versions is taken as a whole.
 */
export function LiveConflictNotice({ designation, today, working, asked }: LiveConflictNoticeProps) {
  const { userId, store } = useDraftStore();
  const { timeZone } = useSite();
  const { locked } = useEditingSessionView();
  const reader = { userId, today, timeZone };
  const { about } = asked;
  const wasSubmitted = designation.status === 'PENDING' && working.draft.status !== 'PENDING';
  const change = formatLastChange(working.changed, reader, wasSubmitted ? 'submitted' : 'changed');
  useFreshQuestion(() => working.decide(new Map()));

  const seeLatest = (
    <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
      See the latest version (opens in a new tab)
    </ButtonLink>
  );
  if (locked !== null) {
    return (
      <div id={CONFLICT_ID} tabIndex={-1}>
        <Banner tone="warning" title={lockedSentence(locked) ?? ''}>
          <p>What you entered is still here, but it is not saved and can&apos;t be saved anymore.</p>
          {seeLatest}
        </Banner>
      </div>
    );
  }
  const takeAll = (side: Side) => {
    if (about !== 'whole') working.decide(new Map(about.map(({ name }) => [name, side])));
    else if (side === 'mine') working.keepMine();
    else working.loadLatest();
  };

  return (
    <div id={CONFLICT_ID} tabIndex={-1}>
      <Banner tone="warning" title={`${change}.`}>
        {wasSubmitted ? (
          <p>
            It is now pending review. What you go on with here is stored only when you submit it once more.
          </p>
        ) : null}
        <p>
          What you entered is still here, but it is not saved.{' '}
          {about === 'whole'
            ? 'Look at the latest version first, then decide which of the two to go on with.'
            : `${formatBothChanged(working.changed, reader)}; everything else goes together. Decide which is to stay.`}
        </p>
        {about === 'whole' ? (
          <WholeDifferences
            differences={formatDifferences(store.get() ?? working.draft, contentOf(designation), APART)}
          />
        ) : (
          <>
            <p>{seeLatest}</p>
            <ConflictChoices
              key={designation.version}
              conflicts={about}
              others={formatOtherSide(working.changed, reader)}
              onDecided={working.decide}
            />
          </>
        )}
        <Cluster>
          {about === 'whole' ? seeLatest : null}
          <Button size="sm" onClick={() => takeAll('mine')}>
            Go on with what I entered
          </Button>
          <Button size="sm" onClick={() => takeAll('theirs')}>
            Load the latest instead
          </Button>
        </Cluster>
      </Banner>
    </div>
  );
}

function WholeDifferences({ differences }: { differences: readonly string[] }) {
  if (differences.length === 0) return null;
  return (
    <>
      <p>They differ here:</p>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks anew when a field of the page was changed, for the question shows what stands in them. */
function useFreshQuestion(askAnew: () => void): void {
  const latest = useRef(askAnew);
  useEffect(() => {
    latest.current = askAnew;
  });
  useEffect(() => {
    const onChange = ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest(`#${CONFLICT_ID}`) !== null;
      if (!isOwn) latest.current();
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);
}
