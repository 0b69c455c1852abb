import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { counted } from '#app/lib/text/counted.ts';
import { ChangingList, SkippedList } from '#app/components/designations/skipped-list.tsx';
import { UndoForm } from '#app/components/designations/undo-form.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { doneSentence } from '#app/lib/messages/decision-labels.ts';
import { bulkUndoSentence } from '#app/lib/messages/undo-labels.ts';
import type { BulkUndo } from '#app/schemas/designation-undo.ts';
import type { BulkDecisionForm, DecisionOutcome } from '#app/schemas/designation-bulk.ts';

interface BulkOutcomeProps {
  outcome: DecisionOutcome;
  undo: BulkUndo | null;
  decision: Pick<BulkDecisionForm, 'reasons' | 'note' | 'withoutMail'>;
  /** The list's query, sent with the form; `list` is its URL. */
  search: string;
  list: string;
}

/** Result of a bulk decision, focused: what changed, what was skipped, and a button for the rest. */
export function BulkOutcome({ outcome, decision, undo, search, list }: BulkOutcomeProps) {
  const { status, decided, skipped, rest } = outcome;
  const outcomeRef = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists.
  useEffect(() => outcomeRef.current?.focus(), [outcome]);
  const others = counted(rest.length, 'designation');
  return (
    <Panel>
      <Stack>
        <div ref={outcomeRef} tabIndex={-1}>
          <Banner tone={decided.length === 0 ? 'info' : 'success'}>
            {doneSentence(status, decided.length)}
          </Banner>
        </div>
        {undo === null ? null : (
          <UndoForm
            action="/designations/bulk"
            label={`Undo ${counted(undo.designations.length, 'decision')}`}
            name="action"
            value="undo"
            fields={[['search', search], ...undo.designations.map((one) => ['designations', one] as const)]}
            secondsLeft={undo.secondsLeft}
          >
            {bulkUndoSentence(undo)}
          </UndoForm>
        )}
        <ChangingList designations={decided} />
        <SkippedList skipped={skipped} />
        {rest.length === 0 ? null : (
          <Form method="post" action="/designations/bulk">
            <p>
              There were too many to change at once.{' '}
              {counted(rest.length, 'designation is', 'designations are')} still pending.
            </p>
            <input type="hidden" name="status" value={status} />
            <input type="hidden" name="note" value={decision.note} />
            <input type="hidden" name="search" value={search} />
            {decision.withoutMail ? <input type="hidden" name="withoutMail" value="on" /> : null}
            {decision.reasons.map((reason) => (
              <input key={reason} type="hidden" name="reasons" value={reason} />
            ))}
            {rest.map((designation) => (
              <input key={designation} type="hidden" name="designations" value={designation} />
            ))}
            {undo?.designations.map((designation) => (
              <input key={designation} type="hidden" name="earlier" value={designation} />
            ))}
            <SubmitButton name="action" value="decide">
              Continue with {others}
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
