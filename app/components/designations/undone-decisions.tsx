import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { ChangingList, Names } from '#app/components/designations/skipped-list.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatSkipped } from '#app/lib/messages/decision-labels.ts';
import { UNDO_SKIPPED_LABELS, undoneCount } from '#app/lib/messages/undo-labels.ts';
import { counted, grouped, plural } from '#app/lib/text/counted.ts';
import type { UndoOutcome } from '#app/schemas/designation-undo.ts';

interface UndoneDecisionsProps {
  outcome: UndoOutcome;
  /** The list's query, sent with the form; `list` is its URL. */
  search: string;
  list: string;
}

/** Result of undoing a bulk decision, focused: what was restored, what wasn't, and a button for the rest. */
export function UndoneDecisions({ outcome, search, list }: UndoneDecisionsProps) {
  const { undone, skipped, rest } = outcome;
  const ref = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists.
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <Panel>
      <Stack>
        <div ref={ref} tabIndex={-1}>
          <Banner tone={undone.length === 0 ? 'info' : 'success'}>
            {undoneCount(undone.length)}{' '}
            {undone.length === 0
              ? ''
              : plural(undone.length, "The school wasn't emailed.", "The schools weren't emailed.")}
          </Banner>
        </div>
        <ChangingList designations={undone} />
        {skipped.length === 0 ? null : (
          <div>
            <p>{formatSkipped(skipped.reduce((sum, { count }) => sum + count, 0))}</p>
            <ul className="m-0">
              {skipped.map((one) => (
                <li key={one.reason}>
                  {grouped(one.count)} {UNDO_SKIPPED_LABELS[one.reason]}: <Names {...one} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {rest.length === 0 ? null : (
          <Form method="post" action="/designations/bulk">
            <input type="hidden" name="search" value={search} />
            {rest.map((designation) => (
              <input key={designation} type="hidden" name="designations" value={designation} />
            ))}
            <SubmitButton name="action" value="undo">
              Undo {counted(rest.length, 'more decision')}
            </SubmitButton>
          </Form>
        )}
        <div>
          <ButtonLink to={list} variant={rest.length === 0 ? 'primary' : 'outline'}>
            Back to designations
          </ButtonLink>
        </div>
      </Stack>
    </Panel>
  );
}
