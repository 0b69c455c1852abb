import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ExportColumnsField } from '#app/components/designations/export-columns-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { type ServerReply, sentText } from '#app/components/forms/server-errors.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ExportColumn, NewProfileForm, ProfileForm } from '#app/schemas/export-screens.ts';
import type { ExportProfile } from '#app/schemas/export.ts';

interface ExportProfileFormProps {
  /** Null for a new one. */
  profile: ExportProfile | null;
  columns: readonly ExportColumn[];
  reply: ServerReply;
  /** The form's intent and submit button. */
  children: ReactNode;
}

const FORM_ID = 'export-profile';

const loadChecks = () => import('#app/components/designations/designation-validation.ts');
const fetchNewCheck = async (): Promise<Check<NewProfileForm | ProfileForm>> =>
  (await loadChecks()).checkNewProfile;
const fetchCheck = async (): Promise<Check<NewProfileForm | ProfileForm>> =>
  (await loadChecks()).checkProfile;

/** The name and columns of an export profile. */
export function ExportProfileForm({ profile, columns, reply, children }: ExportProfileFormProps) {
  const { formProps, errorsOf, summary, loaded } = useLazyForm({
    id: FORM_ID,
    reply,
    fetchCheck: profile === null ? fetchNewCheck : fetchCheck,
  });
  const sent = reply?.initialValue?.['columns'];
  const chosen = sent === undefined ? (profile?.columns ?? []) : [sent].flat().map(String);
  return (
    <Panel title={profile === null ? 'New export profile' : 'Columns'} isScreenOnly={profile === null}>
      <Form method="post" {...formProps}>
        {loaded}
        {profile === null ? null : <input type="hidden" name="version" value={profile.version} />}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            name="name"
            id={`${FORM_ID}-name`}
            label="Name"
            hint="For example, the system that you import the file into."
            autoComplete="off"
            maxLength={100}
            defaultValue={sentText(reply, 'name') ?? profile?.name ?? ''}
            errors={errorsOf('name')}
          />
          <ExportColumnsField
            id={`${FORM_ID}-columns`}
            columns={columns}
            chosen={chosen}
            errors={errorsOf('columns')}
          />
          <FormActions>{children}</FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
