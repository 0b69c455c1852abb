import { Form } from '@remix-run/react';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply, useServerErrors } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const FORM_ID = 'invite';

/** Invites someone to create an account with flags. Only the server checks it, because the page is a list. */
export function InviteUserForm({ reply }: { reply: ServerReply }) {
  const { errorsOf, summary } = useServerErrors(FORM_ID, reply);
  return (
    <Panel title="Invite user">
      <Form method="post" id={FORM_ID} noValidate>
        <input type="hidden" name="intent" value="invite" />
        <FormStack>
          <ErrorSummary items={summary} refusal={reply} />
          <TextField
            name="email"
            id={`${FORM_ID}-email`}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            defaultValue={sentText(reply, 'email') ?? ''}
            errors={errorsOf('email')}
          />
          <CheckboxField
            name="isAdministrator"
            label="Administrator"
            hint="Can see and change every school, user, and designation."
            defaultChecked={sentText(reply, 'isAdministrator') === 'on'}
          />
          <FormActions>
            <SubmitButton pendingLabel="Inviting…">Invite user</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
