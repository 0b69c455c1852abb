import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { DecisionMailFields } from '#app/components/designations/decision-mail-fields.tsx';
import { useDecisionChoice } from '#app/components/designations/use-decision-choice.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField, RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { DecisionForm as DecisionFields } from '#app/schemas/designation-forms.ts';
import type { DecisionMailContext } from '#app/schemas/designation-review.ts';
import { DECISION_REASON_LABELS, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';

/** Determines whether reasons, a note and an email are required. */
const DECIDING = ['status'];

interface DecisionFormProps {
  designation: DesignationAnswer;
  reply: SubmissionResult<string[]> | undefined;
  /** What is missing for an approval, in sentences. */
  gaps: readonly string[];
  mail: DecisionMailContext;
  hasNext: boolean;
}

/**
 * Sets the status with reasons, a note, and a preview of the email (specification, section 4). The fields start empty,
 * so that an earlier decision's text isn't sent with the next one.
 */
export function DecisionForm({ designation, reply, gaps, mail, hasNext }: DecisionFormProps) {
  const [form, fields] = useServerForm<DecisionFields>({
    id: 'decision',
    reply,
    deciding: DECIDING,
    defaultValue: { status: designation.status },
  });
  const sent = reply?.initialValue ?? {};
  const choice = useDecisionChoice(form.id, sent, designation.status);
  return (
    <Panel title="Change status">
      <Form method="post" {...getFormProps(form)}>
        <ImplicitSubmit name="act" value="save" />
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="version" value={designation.version} />
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          {gaps.length > 0 && designation.status !== 'APPROVED' ? (
            <Banner tone="warning" title="You'd be approving an incomplete designation" live={false}>
              {gaps.join(' ')}
            </Banner>
          ) : null}
          <RadioGroupField
            field={fields.status}
            label="Status"
            options={DESIGNATION_STATUSES.map((status) => ({
              value: status,
              label: <StatusBadge status={status} />,
            }))}
          />
          <CheckboxGroupField
            field={fields.reasons}
            label="Reasons"
            hint="Choose at least one if you're returning it."
            options={optionsOf(DECISION_REASON_LABELS)}
          />
          <TextareaField
            field={fields.note}
            label="Note to the school"
            hint="Tell the school what to fix, or why you're rejecting it. They'll see this on their dashboard and in the email. Required for returns and rejections."
          />
          <DecisionMailFields
            designation={designation}
            mail={mail}
            choice={choice}
            fields={fields}
            isRefused={reply?.error?.['mailBody'] !== undefined}
            sent={sent}
          />
          <noscript>
            <p>We'll send the standard text unless you edit it first.</p>
            <button type="submit" name="act" value="show-mail" className="btn btn-outline">
              Show email
            </button>
          </noscript>
          <CheckboxField field={fields.withoutMail} label="Save without email" />
          <FormActions>
            <SubmitButton name="act" value="save">
              Save status
            </SubmitButton>
            {hasNext ? (
              <SubmitButton name="act" value="save-and-next" variant="outline">
                Save and go to next
              </SubmitButton>
            ) : null}
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
