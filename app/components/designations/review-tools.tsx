import { useEffect, useRef, useState } from 'react';
import {
  areShortcutsOn,
  SHORTCUTS,
  shortcutTarget,
  turnShortcuts,
  useShortcuts,
} from '#app/components/designations/review-shortcuts.ts';
import { watchReviewers } from '#app/components/designations/watch-reviewers.ts';
import { Button } from '#app/components/ui/button.tsx';
import { formatReviewers } from '#app/lib/messages/editing-labels.ts';
import type { ReviewersResponse } from '#app/schemas/designation-editing.ts';

interface ReviewToolsProps {
  designationId: string;
  userId: string;
}

/** What the review page has only with scripts: who else reviews the designation, and shortcut keys. */
export function ReviewTools({ designationId, userId }: ReviewToolsProps) {
  return (
    <div className="review-tools">
      <OtherReviewers designationId={designationId} userId={userId} />
      <ShortcutKeys />
    </div>
  );
}

function OtherReviewers({ designationId, userId }: ReviewToolsProps) {
  const [reviewers, setReviewers] = useState<ReviewersResponse['reviewers']>([]);
  useEffect(() => watchReviewers({ designationId, userId }, setReviewers), [designationId, userId]);
  return (
    <p role="status" className="review-tools-reviewers">
      {formatReviewers(reviewers)}
    </p>
  );
}

function ShortcutKeys() {
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
    turnShortcuts(!isOn);
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
