import { Form } from '@remix-run/react';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { type ServerReply, sentText, useServerErrors } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const FORM_ID = 'new-token';

const SCOPES = [
  { value: 'READ', label: 'Read', hint: 'Lists and records, without files.' },
  { value: 'EXPORT', label: 'Export', hint: 'Download files.' },
  { value: 'MANAGE', label: 'Manage', hint: 'Make changes. Includes Read.' },
];

/** The name, scopes, and lifetime of a new access token. The server validates them. */
export function NewTokenForm({ reply }: { readonly reply: ServerReply }) {
  const { errorsOf, summary } = useServerErrors(FORM_ID, reply);
  const chosen = [reply?.initialValue?.['scopes'] ?? 'READ'].flat().map(String);
  return (
    <Panel title="New access token">
      <Form method="post" id={FORM_ID} noValidate>
        <FormStack>
          <ErrorSummary items={summary} refusal={reply} />
          <TextField
            name="name"
            id={`${FORM_ID}-name`}
            label="Name"
            hint="What you'll use it for, such as Nightly export. The disclosure log shows it."
            autoComplete="off"
            maxLength={60}
            defaultValue={sentText(reply, 'name') ?? ''}
            errors={errorsOf('name')}
          />
          <CheckboxGroupField
            name="scopes"
            id={`${FORM_ID}-scopes`}
            label="Scopes"
            hint="A token never may more than you may, and can't manage accounts' access."
            options={SCOPES}
            defaultOptions={chosen}
            errors={errorsOf('scopes')}
          />
          <TextField
            name="days"
            id={`${FORM_ID}-days`}
            type="number"
            width="sm"
            label="Days until it expires"
            hint="1 to 365."
            min={1}
            max={365}
            defaultValue={sentText(reply, 'days') ?? '90'}
            errors={errorsOf('days')}
          />
          <FormActions>
            <SubmitButton name="intent" value="create" pendingLabel="Creating…">
              Create access token
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
