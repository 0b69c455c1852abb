import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import {
  areShortcutsOn,
  SHORTCUTS,
  shortcutTarget,
  setShortcutsOn,
  useShortcuts,
} from '#app/components/designations/review-shortcuts.ts';
import { watchReviewers } from '#app/components/designations/watch-reviewers.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { formatNewerState, formatReviewers } from '#app/messages/editing-labels.ts';
import type { ReviewersResponse } from '#app/schemas/designation-editing.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';

interface ReviewToolsProps {
  designation: Pick<DesignationResponse, 'id' | 'version' | 'status'>;
  userId: string;
  /** YYYY-MM-DD. */
  today: string;
  /** The page of the next designation; null if there is none. */
  next: { readonly href: string; readonly title: string } | null;
}

/** What the review page has only with scripts: who else reviews the designation, and shortcut keys. */
export function ReviewTools(props: ReviewToolsProps) {
  return (
    <div className="review-tools">
      <OtherReviewers {...props} />
      <ShortcutKeys />
    </div>
  );
}

/** Who else reviews the designation, and who changed it since the page was opened. */
function OtherReviewers({ designation, userId, today, next }: ReviewToolsProps) {
  const { id } = designation;
  const { timeZone } = useSite();
  const [state, setState] = useState<ReviewersResponse | null>(null);
  useEffect(() => watchReviewers({ designationId: id, userId }, setState), [id, userId]);
  const isIdle = useNavigation().state === 'idle';
  const newer = state && isIdle ? formatNewerState(state, designation, { userId, today, timeZone }) : null;
  const others = state && formatReviewers(state.reviewers);
  return (
    <div role="status" className="review-tools-reviewers">
      {newer === null ? null : (
        <>
          <p>{newer}</p>
          <NewerStateLinks next={next} />
        </>
      )}
      {others === null ? null : <p>{others}</p>}
    </div>
  );
}

/** Both ask before they discard what was typed: the first is a full page load, about which the browser asks. */
function NewerStateLinks({ next }: Pick<ReviewToolsProps, 'next'>) {
  const { pathname, search } = useLocation();
  return (
    <p className="cluster">
      <ButtonLink to={`${pathname}${search}`} reloadDocument size="sm">
        Reload page
      </ButtonLink>
      {next === null ? null : (
        <ButtonLink to={next.href} size="sm" icon="chevron-right">
          Next: {next.title}
        </ButtonLink>
      )}
    </p>
  );
}

/** Listens to the page's shortcut keys, and explains them. */
export function ShortcutKeys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const [shown, setShown] = useState<typeof SHORTCUTS>([]);
  const show = () => {
    setShown(SHORTCUTS.filter(({ key }) => shortcutTarget(key) !== null));
    dialog.current?.showModal();
    closeButton.current?.focus();
  };
  useShortcuts(isOn, show);
  const toggle = () => {
    setShortcutsOn(!isOn);
    setIsOn(!isOn);
  };
  return (
    <>
      <Button size="sm" variant="quiet" onClick={show}>
        Keyboard shortcuts
      </Button>
      <dialog ref={dialog} className="dialog" aria-labelledby="shortcut-keys">
        <h2 id="shortcut-keys">Keyboard shortcuts</h2>
        <dl className="shortcut-keys">
          {[...shown, { key: '?', label: 'Show keyboard shortcuts' }].map(({ key, label }) => (
            <div key={key}>
              <dt>
                <kbd>{key.toUpperCase()}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p role="status">
          {isOn ? "They don't work while you're typing in a field." : 'Keyboard shortcuts are turned off.'}
        </p>
        <div className="dialog-actions">
          <Button onClick={toggle}>
            {isOn ? 'Turn off keyboard shortcuts' : 'Turn on keyboard shortcuts'}
          </Button>
          <Button ref={closeButton} variant="primary" onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
      </dialog>
    </>
  );
}
