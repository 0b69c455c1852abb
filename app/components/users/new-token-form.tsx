import { Form } from '@remix-run/react';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const FORM_ID = 'new-token';
const fetchCheck = async () => (await import('./user-validation.ts')).checkNewToken;

const SCOPES = [
  { value: 'READ', label: 'Read', hint: "View lists and records. Doesn't include downloads." },
  { value: 'EXPORT', label: 'Export', hint: 'Download files.' },
  { value: 'MANAGE', label: 'Manage', hint: 'Make changes. Includes Read.' },
];

/** The name, scopes, and lifetime of a new access token. */
export function NewTokenForm({ reply }: { readonly reply: ServerReply }) {
  const { formProps, fieldOf, errorsOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  const sent = reply?.initialValue;
  const chosen = [sent == null ? 'READ' : (sent['scopes'] ?? [])].flat().map(String);
  return (
    <Panel title="New access token" isScreenOnly>
      <Form method="post" {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            {...fieldOf('name')}
            label="Name"
            hint="What you'll use it for, such as Nightly export. The audit log shows it."
            autoComplete="off"
            maxLength={60}
          />
          <CheckboxGroupField
            name="scopes"
            id={`${FORM_ID}-scopes`}
            label="Scopes"
            hint="A token can never do more than you can, and it can't manage who has access."
            options={SCOPES}
            defaultOptions={chosen}
            errors={errorsOf('scopes')}
          />
          <TextField
            {...fieldOf('days', '90')}
            type="number"
            width="sm"
            label="Days until it expires"
            hint="1 to 365."
            min={1}
            max={365}
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
