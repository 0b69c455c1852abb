import { getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { DateField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { plainDay } from '#app/lib/time/plain-day.ts';
import type { SnoozeForm } from '#app/schemas/school-snooze.ts';

interface SnoozePanelProps {
  /** YYYY-MM-DD; null if the school isn't snoozed. */
  snoozedUntil: string | null;
  reply: ServerReply;
}

/** Puts an outstanding school at the end of the dashboard until a day. For administrators. */
export function SnoozePanel({ snoozedUntil, reply }: SnoozePanelProps) {
  const [form, fields] = useServerForm<SnoozeForm>({
    id: 'snooze',
    reply,
    constraint: { until: { required: true } },
    defaultValue: { until: snoozedUntil ?? '' },
  });
  return (
    <Panel title="Snooze">
      {snoozedUntil === null ? null : (
        <Form method="post" preventScrollReset className="cluster">
          <p className="m-0">Snoozed until {plainDay(snoozedUntil)}.</p>
          <Button type="submit" name="intent" value="end-snooze" size="sm">
            End snooze
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset {...getFormProps(form)}>
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <DateField
            field={fields.until}
            label="Snooze until"
            hint="The school stays at the end of the outstanding schools until this day or until it submits. It still receives reminders."
          />
          <FormActions>
            <SubmitButton name="intent" value="snooze">
              Snooze school
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
