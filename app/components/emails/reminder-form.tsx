import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import {
  NOTICE_LABELS,
  REMINDER_STATES,
  SCHOOL_STATE_LABELS,
  STAFF_POSITION_LABELS,
} from '#app/schemas/enums.ts';
import { regionOf } from '#app/lib/time/zoned-time.ts';
import type { ReminderFields, ReminderRule } from '#app/schemas/reminder-screens.ts';

interface ReminderFormProps {
  rule: ReminderRule | null;
  templates: readonly { id: string; name: string }[];
  reply: SubmissionResult<string[]> | undefined;
}

/** Schedule, recipients, email and approval of a reminder. */
export function ReminderForm({ rule, templates, reply }: ReminderFormProps) {
  const { timeZone } = useSite();
  const [form, fields] = useServerForm<ReminderFields>({
    id: 'reminder',
    reply,
    defaultValue:
      rule === null
        ? { states: ['NOT_STARTED', 'STARTED'] }
        : { ...rule, templateId: rule.template?.id ?? '' },
  });
  return (
    <Panel title={rule === null ? 'Add a reminder' : 'Change reminder'} isScreenOnly>
      <Form method="post" {...getFormProps(form)}>
        {rule === null ? null : (
          <>
            <input type="hidden" name="id" value={rule.id} />
            <input type="hidden" name="version" value={rule.version} />
          </>
        )}
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <TextField
            field={fields.daysBefore}
            label="Days before the due date"
            hint={`Sent at 8:00 AM ${regionOf(timeZone)} time on that day. We use each school's own due date, including extensions and, after a return, the corrections due date.`}
            type="number"
            inputMode="numeric"
            min={0}
            max={365}
            width="xs"
          />
          <CheckboxGroupField
            field={fields.states}
            label="Designation"
            hint="Schools that have already submitted won't be emailed, even if the email is already queued."
            options={REMINDER_STATES.map((state) => ({ value: state, label: SCHOOL_STATE_LABELS[state] }))}
            inline
          />
          <CheckboxGroupField
            field={fields.positions}
            label="Positions"
            hint="Leave all unchecked to include all staff."
            options={optionsOf(STAFF_POSITION_LABELS)}
            inline
          />
          <SelectField
            field={fields.templateId}
            label="Email"
            emptyLabel={`The automatic email “${NOTICE_LABELS.DUE_SOON}”`}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            width="md"
          />
          <CheckboxField
            field={fields.isAutomatic}
            label="Send automatically"
            hint="Otherwise it waits under Sent emails until an administrator approves it."
          />
          <FormActions>
            {rule === null ? (
              <SubmitButton name="intent" value="add">
                Add reminder
              </SubmitButton>
            ) : (
              <>
                <SubmitButton name="intent" value="change">
                  Save reminder
                </SubmitButton>
                <ButtonLink to="/emails/reminders" variant="quiet">
                  Cancel
                </ButtonLink>
              </>
            )}
          </FormActions>
        </FormStack>
      </Form>
      <UnsavedChanges forms={[form.id]} about="rule" />
    </Panel>
  );
}
