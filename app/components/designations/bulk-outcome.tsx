import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { LoadedShortcutKeys } from '#app/components/designations/loaded-tools.tsx';
import { ChangingList, Names, SkippedList } from '#app/components/designations/skipped-list.tsx';
import { UndoForm } from '#app/components/designations/undo-form.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { DECISION_TEXTS, doneSentence, formatSkipped } from '#app/messages/decision-labels.ts';
import { bulkUndoSentence, UNDO_SKIPPED_LABELS, undoneCount } from '#app/messages/undo-labels.ts';
import type { BulkUndo, UndoOutcome } from '#app/schemas/designation-undo.ts';
import type { BulkDecisionForm, DecisionOutcome } from '#app/schemas/designation-bulk.ts';

interface BulkOutcomeProps {
  outcome: DecisionOutcome;
  undo: BulkUndo | null;
  decision: Pick<BulkDecisionForm, 'reasons' | 'note' | 'withoutEmail'>;
  /** The list's query, sent with the form; `list` is its URL. */
  search: string;
  list: string;
}

/** Result of a bulk decision, focused: what changed, what was skipped, and a button for the rest. */
export function BulkOutcome({ outcome, decision, undo, search, list }: BulkOutcomeProps) {
  const { status, decided, skipped, rest } = outcome;
  return (
    <BulkResult
      outcome={outcome}
      list={list}
      isAll={rest.length === 0}
      isAny={decided.length > 0}
      summary={doneSentence(status, decided.length)}
    >
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
      {undo === null ? null : <LoadedShortcutKeys />}
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
          {decision.withoutEmail ? <input type="hidden" name="withoutEmail" value="on" /> : null}
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
            {DECISION_TEXTS[status].verb} {counted(rest.length, 'more designation')}
          </SubmitButton>
        </Form>
      )}
    </BulkResult>
  );
}

interface UndoneDecisionsProps {
  outcome: UndoOutcome;
  /** The list's query, sent with the form; `list` is its URL. */
  search: string;
  list: string;
}

/** Result of undoing a bulk decision, focused: what was restored, what wasn't, and a button for the rest. */
export function UndoneDecisions({ outcome, search, list }: UndoneDecisionsProps) {
  const { undone, skipped, rest } = outcome;
  const unmailed = plural(undone.length, "The school wasn't emailed.", "The schools weren't emailed.");
  return (
    <BulkResult
      outcome={outcome}
      list={list}
      isAll={rest.length === 0}
      isAny={undone.length > 0}
      summary={`${undoneCount(undone.length)} ${undone.length === 0 ? '' : unmailed}`}
    >
      <ChangingList designations={undone} />
      {skipped.length === 0 ? null : (
        <div>
          <p>{formatSkipped(skipped.reduce((sum, { count }) => sum + count, 0))}</p>
          <ul className="m-0">
            {skipped.map((one) => (
              <li key={one.reason}>
                {formatNumber(one.count)} {UNDO_SKIPPED_LABELS[one.reason]}: <Names {...one} />
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
    </BulkResult>
  );
}

interface BulkResultProps {
  /** Each new one takes the focus. */
  outcome: object;
  /** The list's URL. */
  list: string;
  isAll: boolean;
  isAny: boolean;
  summary: string;
  children: ReactNode;
}

/** What was done, focused, and the way back to the list. */
function BulkResult({ outcome, list, isAll, isAny, summary, children }: BulkResultProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists.
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <Panel>
      <Stack>
        <div ref={ref} tabIndex={-1}>
          <Banner tone={isAny ? 'success' : 'info'}>{summary}</Banner>
        </div>
        {children}
        <div>
          <ButtonLink to={list} variant={isAll ? 'primary' : 'outline'}>
            Back to designations
          </ButtonLink>
        </div>
      </Stack>
    </Panel>
  );
}
