import { type FieldMetadata, getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useState } from 'react';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { ChangingList, Names, SkippedList } from '#app/components/designations/skipped-list.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { BULK_DECISIONS_MAX } from '#app/config/constants.ts';
import {
  DECISION_TEXTS,
  formatIncomplete,
  emailSentence,
  formatMatched,
  previewSentence,
} from '#app/messages/decision-labels.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type {
  BulkDecisionForm as BulkDecisionFields,
  BulkStatus,
  DecisionPlan,
  Displayed,
  Warned,
} from '#app/schemas/designation-bulk.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

interface BulkDecisionFormProps {
  plan: DecisionPlan;
  /** The list's query, sent with the form; `list` is its URL. */
  search: string;
  list: string;
  reply: SubmissionResult<string[]> | null;
}

const NOTE_HINTS: Readonly<Record<BulkStatus, string>> = {
  APPROVED: '',
  RETURNED: 'Tell the schools what to fix. ',
  REJECTED: 'Tell the schools why. ',
};

/** Previews a decision on several designations: which will change and which won't. */
export function BulkDecisionForm({ plan, search, list, reply }: BulkDecisionFormProps) {
  const [form, fields] = useServerForm<BulkDecisionFields>({ id: 'bulk', reply: reply ?? undefined });
  const [isWithoutIncomplete, setIsWithoutIncomplete] = useState(false);
  const [isWithoutMatched, setIsWithoutMatched] = useState(false);
  const count = plan.designations.length;
  const deselected = new Set([
    ...(isWithoutIncomplete ? plan.incomplete.ids : []),
    ...(isWithoutMatched ? plan.matched.ids : []),
  ]);
  const decided = count - deselected.size;
  const displayed: Displayed = { waiting: plan.waiting, skipped: plan.skipped };
  return (
    <Panel>
      <Stack>
        <p className="fw-semibold m-0">{previewSentence(plan.status, count)}</p>
        <ChangingList designations={plan.designations} />
        {plan.waiting === null ? null : (
          <Banner tone="warning" live={false}>
            {formatNumber(plan.waiting)} designations are pending. You can change{' '}
            {formatNumber(BULK_DECISIONS_MAX)} at a time, in list order. Repeat this for the rest.
          </Banner>
        )}
        <SkippedList skipped={plan.skipped} />
        {count === 0 ? (
          <p className="m-0">Only pending designations can be changed in bulk.</p>
        ) : (
          <Form method="post" action="/designations/bulk" {...getFormProps(form)}>
            <input type="hidden" name="status" value={plan.status} />
            <input type="hidden" name="search" value={search} />
            <input type="hidden" name="displayed" value={JSON.stringify(displayed)} />
            {plan.designations.map((designation) => (
              <input
                key={designation.id}
                type="hidden"
                name="designations"
                value={versionTokenOf(designation)}
              />
            ))}
            <FormStack>
              <ErrorSummary form={form} refusal={reply ?? undefined} />
              <Warning
                warned={plan.incomplete}
                text={formatIncomplete(plan.incomplete.count, count)}
                field={fields.leaveOutIncomplete}
                onChange={setIsWithoutIncomplete}
              />
              <Warning
                warned={plan.matched}
                text={formatMatched(plan.matched.count, count)}
                field={fields.leaveOutMatched}
                onChange={setIsWithoutMatched}
              />
              {plan.status === 'RETURNED' ? (
                <CheckboxGroupField
                  field={fields.reasons}
                  label="Reasons"
                  hint="Choose at least one. All schools will see the same reasons."
                  options={optionsOf(DECISION_REASON_LABELS)}
                />
              ) : null}
              <TextareaField
                field={fields.note}
                label="Note to the schools"
                optional={plan.status === 'APPROVED'}
                hint={`${NOTE_HINTS[plan.status]}All schools will see the same note. Don't name students.`}
              />
              <p className="m-0">{emailSentence(plan.emails)}</p>
              <CheckboxField field={fields.withoutEmail} label="Don't email the schools" />
              <FormActions>
                <SubmitButton
                  name="action"
                  value="decide"
                  variant={plan.status === 'REJECTED' ? 'danger' : 'primary'}
                >
                  {DECISION_TEXTS[plan.status].verb} {counted(decided, 'designation')}
                </SubmitButton>
                <ButtonLink to={list} variant="quiet">
                  Cancel
                </ButtonLink>
              </FormActions>
            </FormStack>
          </Form>
        )}
        {count === 0 ? (
          <div>
            <ButtonLink to={list}>Back to designations</ButtonLink>
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}

interface WarningProps {
  warned: Warned;
  text: string;
  field: FieldMetadata<boolean>;
  onChange: (isLeftOut: boolean) => void;
}

/** Designations to review before deciding, with a checkbox to exclude them. */
function Warning({ warned, text, field, onChange }: WarningProps) {
  if (warned.count === 0) return null;
  return (
    <Banner tone="warning" live={false}>
      <p>
        {text} <Names {...warned} />
      </p>
      <CheckboxField
        field={field}
        label={`Skip ${plural(warned.count, 'this designation', `these ${formatNumber(warned.count)} designations`)}`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Banner>
  );
}
