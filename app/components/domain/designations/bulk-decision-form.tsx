import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { counted, grouped } from '#app/lib/counted.ts';
import { ChangingList } from '#app/components/domain/designations/changing-list.tsx';
import { Names, StayingList } from '#app/components/domain/designations/staying-list.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/textarea-field.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { BULK_DECISIONS_MAX } from '#app/config/constants.ts';
import { seenOf } from '#app/lib/seen-version.ts';
import type {
  BulkDecisionForm as BulkDecisionFields,
  BulkStatus,
  DecisionPlan,
  Told,
} from '#app/schemas/designation-bulk.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

interface BulkDecisionFormProps {
  plan: DecisionPlan;
  /** The list's address, for the server's answer, and as a link. */
  search: string;
  list: string;
  /** What the server found in this form. */
  reply: SubmissionResult<string[]> | null;
}

const VERBS: Record<BulkStatus, { readonly will: string; readonly verb: string }> = {
  APPROVED: { will: 'will be approved', verb: 'Approve' },
  RETURNED: { will: 'will be returned for correction', verb: 'Return' },
};

/** Says what a decision on many will change and what it will not, before it is made. */
export function BulkDecisionForm({ plan, search, list, reply }: BulkDecisionFormProps) {
  const [form, fields] = useForm<BulkDecisionFields>({ id: 'bulk', lastResult: reply });
  const count = plan.designations.length;
  const { will, verb } = VERBS[plan.status];
  const told: Told = { waiting: plan.waiting, staying: plan.staying };
  return (
    <Panel>
      <Stack>
        <p className="fw-semibold m-0">
          {count === 0 ? 'Nothing will change.' : `${counted(count, 'designation', 'designations')} ${will}.`}
        </p>
        <ChangingList designations={plan.designations} />
        {plan.waiting === null ? null : (
          <Banner tone="warning" live={false}>
            {grouped(plan.waiting)} are waiting; {grouped(BULK_DECISIONS_MAX)} are taken at once, in the order
            of the list. Do the same again for the rest.
          </Banner>
        )}
        {plan.incomplete.count === 0 ? null : (
          <p className="m-0">
            {incompleteWords(plan.incomplete.count, count)} <Names {...plan.incomplete} />
          </p>
        )}
        <StayingList staying={plan.staying} />
        {count === 0 ? (
          <p className="m-0">Only designations that are pending can be approved or returned together.</p>
        ) : (
          <Form method="post" action="/designations/bulk" {...getFormProps(form)}>
            <input type="hidden" name="status" value={plan.status} />
            <input type="hidden" name="search" value={search} />
            <input type="hidden" name="told" value={JSON.stringify(told)} />
            {plan.designations.map((seen) => (
              <input key={seen.id} type="hidden" name="designations" value={seenOf(seen)} />
            ))}
            <FormStack>
              <ErrorSummary form={form} />
              {plan.status === 'RETURNED' ? (
                <CheckboxGroupField
                  field={fields.reasons}
                  label="Reasons"
                  hint="At least one; the same for every school."
                  options={optionsOf(DECISION_REASON_LABELS)}
                />
              ) : null}
              <TextareaField
                field={fields.note}
                label="Note to the schools"
                optional={plan.status === 'APPROVED'}
                hint={
                  plan.status === 'RETURNED'
                    ? 'What should be corrected; the same for every school.'
                    : 'The same for every school.'
                }
              />
              <p className="m-0">{mailSentence(plan)}</p>
              <CheckboxField field={fields.withoutMail} label="Save without mail" />
              <FormActions>
                <SubmitButton name="action" value="decide">
                  {verb} {counted(count, 'designation', 'designations')}
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
            <ButtonLink to={list}>Back to the designations</ButtonLink>
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}

function incompleteWords(incomplete: number, count: number): string {
  if (count === 1) return 'It holds an incomplete list:';
  return counted(incomplete, 'of them holds an incomplete list:', 'of them hold an incomplete list:');
}

function mailSentence({ mails: { people, schools, bounced, isOff } }: DecisionPlan): string {
  if (isOff) return 'Nobody will get a mail: its notice is switched off.';
  if (people + bounced === 0) return 'Nobody will get a mail: these schools have no staff members here.';
  const told = `${counted(people, 'staff member', 'staff members')} at ${counted(schools, 'school', 'schools')} will get a mail.`;
  return bounced === 0
    ? told
    : `${told} ${counted(bounced, 'other gets', 'others get')} none: mail to them came back.`;
}
