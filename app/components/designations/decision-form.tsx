import { Form } from '@remix-run/react';
import { DecisionEmail } from '#app/components/designations/decision-email.tsx';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { CheckboxGroupField, RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { ImplicitSubmit, SubmitButton, usePendingForm } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DesignationDetailsResponse } from '#app/schemas/designation-screens.ts';
import type { DecisionEmailContext } from '#app/schemas/designation-review.ts';
import {
  DECISION_REASON_LABELS,
  type DecisionKind,
  DESIGNATION_STATUSES,
  type DesignationStatus,
} from '#app/schemas/enums.ts';

/** Determines whether reasons, a note and an email are required. */
const CONTROLLING_FIELDS = ['status'];

const fetchCheck = async () =>
  (await import('#app/components/designations/designation-validation.ts')).checkDecision;

const SEEN_BY_SCHOOL =
  "They'll see this on their dashboard and in the email, so don't name students or include their details.";

interface KindTexts {
  /** The status that the form sets; null if the reviewer chooses it. */
  readonly status: DesignationStatus | null;
  readonly submit: string;
  readonly reasonsHint?: string;
  readonly noteHint?: string;
}

const KINDS: Record<DecisionKind, KindTexts> = {
  approve: { status: 'APPROVED', submit: 'Approve' },
  return: {
    status: 'RETURNED',
    submit: 'Return designation',
    reasonsHint: 'Choose at least one.',
    noteHint: `Tell the school what to fix. ${SEEN_BY_SCHOOL}`,
  },
  reject: {
    status: 'REJECTED',
    submit: 'Reject designation',
    noteHint: `Tell the school why. ${SEEN_BY_SCHOOL}`,
  },
  status: {
    status: null,
    submit: 'Save status',
    reasonsHint: "Choose at least one if you're returning it.",
    noteHint: `Tell the school what to fix, or why you're rejecting it. ${SEEN_BY_SCHOOL} Required for returns and rejections.`,
  },
};

export function decisionFormId(kind: DecisionKind): string {
  return `decision-${kind}`;
}

export interface DecisionFormProps {
  kind: DecisionKind;
  designation: DesignationResponse;
  /** The server's response to this form. */
  reply: ServerReply;
  email: DecisionEmailContext;
  /** Whether a decision opens the next designation of the review queue. */
  isInQueue: boolean;
  hasNext: boolean;
  /** What the form contains at first; null if it starts empty. */
  draft?: DesignationDetailsResponse['decisionDraft'];
}

/**
 * Sets the status with reasons, a note, and a preview of the email (specification, section 4). The fields start empty,
 * so that an earlier decision's text isn't sent with the next one.
 */
export function DecisionForm({
  kind,
  designation,
  reply,
  email,
  isInQueue,
  hasNext,
  draft = null,
}: DecisionFormProps) {
  const id = decisionFormId(kind);
  const { status, submit, reasonsHint, noteHint } = KINDS[kind];
  const { formProps, errorsOf, summary, loaded } = useLazyForm({
    id,
    reply,
    fetchCheck,
    controllingFields: CONTROLLING_FIELDS,
  });
  const sent = reply?.initialValue ?? {};
  const act = isInQueue && status !== null ? 'save-and-next' : 'save';
  const underWay = usePendingForm();
  const isPending = (pressed: string) =>
    underWay?.get('kind') === kind && (underWay.get('act') ?? 'save') === pressed;
  const fieldOf = (name: string) => ({
    name,
    id: `${id}-${name}`,
    errors: errorsOf(name),
    defaultValue: sentText(reply, name),
  });
  return (
    <Form method="post" {...formProps} className="decision-form">
      {loaded}
      <ImplicitSubmit name="act" value={act} />
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="version" value={designation.version} />
      {status === null ? null : <input type="hidden" name="status" value={status} />}
      <FormStack>
        <ErrorSummary form={summary} refusal={reply} />
        {status === null ? (
          <RadioGroupField
            {...fieldOf('status')}
            defaultValue={sentText(reply, 'status') ?? designation.status}
            label="Status"
            options={DESIGNATION_STATUSES.map((value) => ({ value, label: <StatusBadge status={value} /> }))}
          />
        ) : null}
        {reasonsHint === undefined ? null : (
          <CheckboxGroupField
            {...fieldOf('reasons')}
            defaultOptions={[sent['reasons'] ?? draft?.reasons ?? []].flat().map(String)}
            label="Reasons"
            hint={reasonsHint}
            options={optionsOf(DECISION_REASON_LABELS)}
          />
        )}
        {noteHint === undefined ? null : (
          <TextareaField
            {...fieldOf('note')}
            defaultValue={sentText(reply, 'note') ?? draft?.note}
            label="Note to the school"
            hint={noteHint}
          />
        )}
        {kind === 'approve' ? null : <DecisionEmail {...{ kind, id, designation, email, reply, errorsOf }} />}
        <div className="decision-buttons">
          <SubmitButton
            name="act"
            value={act}
            pending={isPending(act)}
            variant={kind === 'reject' ? 'danger' : 'primary'}
            data-shortcut={kind === 'approve' ? 'a' : undefined}
          >
            {submit}
          </SubmitButton>
          {status === null && hasNext ? (
            <SubmitButton
              name="act"
              value="save-and-next"
              pending={isPending('save-and-next')}
              variant="outline"
            >
              Save and go to next
            </SubmitButton>
          ) : null}
        </div>
        {kind === 'approve' ? <DecisionEmail {...{ kind, id, designation, email, reply, errorsOf }} /> : null}
      </FormStack>
    </Form>
  );
}
