import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { DateField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { formatDay } from '#app/lib/time/zoned-time.ts';

const FORM_ID = 'snooze';

interface SnoozePanelProps {
  /** YYYY-MM-DD; null if the school isn't snoozed. */
  snoozedUntil: string | null;
  reply: ServerReply;
}

const fetchCheck = async () => (await import('#app/components/notes/note-validation.ts')).checkSnooze;

/** Puts an outstanding school at the end of the dashboard until a day. For administrators. */
export function SnoozePanel({ snoozedUntil, reply }: SnoozePanelProps) {
  const { formProps, errorsOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="Snooze" isScreenOnly={snoozedUntil === null}>
      {snoozedUntil === null ? null : (
        <Form method="post" preventScrollReset className="cluster">
          <p className="m-0">Snoozed until {formatDay(snoozedUntil)}.</p>
          <Button type="submit" name="intent" value="end-snooze" size="sm">
            End snooze
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset {...formProps} className="screen-only">
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <DateField
            name="until"
            id={`${FORM_ID}-until`}
            required
            defaultValue={sentText(reply, 'until') ?? snoozedUntil ?? ''}
            errors={errorsOf('until')}
            label="Snooze until"
            hint="The school stays at the end of the list of outstanding schools until this day or until it submits. It still receives reminders."
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
