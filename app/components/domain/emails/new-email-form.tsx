import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { faultsOf, sentText } from './email-form-reply.ts';

/** Names a new template. Its field is left to the server: the page is a list. */
export function NewEmailForm({ reply }: { reply: SubmissionResult<string[]> | undefined }) {
  return (
    <Panel title="New email template">
      <Form method="post" noValidate>
        <FormStack>
          <ErrorSummary items={faultsOf(reply?.error, 'new-email')} />
          <TextField
            name="name"
            id="new-email-name"
            label="Name"
            hint="Only administrators see it."
            autoComplete="off"
            maxLength={100}
            defaultValue={sentText(reply, 'name') ?? ''}
            errors={reply?.error?.['name'] ?? []}
          />
          <FormActions>
            <SubmitButton pendingLabel="Creating…">Create email template</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
