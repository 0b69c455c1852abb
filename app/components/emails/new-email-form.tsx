import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply, useServerErrors } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const FORM_ID = 'new-email';

/** Creates a template. Its only field is validated on the server. */
export function NewEmailForm({ reply }: { reply: ServerReply }) {
  const { errorsOf, summary } = useServerErrors(FORM_ID, reply);
  return (
    <Panel title="New email template">
      <Form method="post" id={FORM_ID} noValidate>
        <FormStack>
          <ErrorSummary items={summary} refusal={reply} />
          <TextField
            name="name"
            id={`${FORM_ID}-name`}
            label="Name"
            hint="Only administrators see this name."
            autoComplete="off"
            maxLength={100}
            defaultValue={sentText(reply, 'name') ?? ''}
            errors={errorsOf('name')}
          />
          <FormActions>
            <SubmitButton pendingLabel="Creating…">Create email template</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
