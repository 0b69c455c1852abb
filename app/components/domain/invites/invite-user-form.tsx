import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const EMAIL_ID = 'invite-email';

/** Invites somebody to create an account, with the flags it will have. One field is left to the server: the page is a list. */
export function InviteUserForm({ reply }: { reply: SubmissionResult<string[]> | undefined }) {
  const { '': formErrors = [], email: emailErrors = [] } = reply?.error ?? {};
  const sent = reply?.initialValue ?? {};
  const faults = [
    ...(formErrors ?? []).map((message) => ({ message })),
    ...(emailErrors ?? []).map((message) => ({ message, fieldId: EMAIL_ID })),
  ];
  return (
    <Panel title="Invite user">
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <FormStack>
          <ErrorSummary items={faults} />
          <TextField
            name="email"
            id={EMAIL_ID}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            defaultValue={typeof sent['email'] === 'string' ? sent['email'] : ''}
            errors={emailErrors ?? []}
          />
          <CheckboxField
            name="isAdministrator"
            label="Administrator"
            hint="Sees every school, user and designation, and may change them."
            defaultChecked={sent['isAdministrator'] === 'on'}
          />
          <FormActions>
            <SubmitButton pendingLabel="Inviting…">Invite user</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
