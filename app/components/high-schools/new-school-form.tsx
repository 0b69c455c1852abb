import { Form } from '@remix-run/react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { ContactFields, TextFields } from '#app/components/high-schools/school-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

const FORM_ID = 'new-school';
const fetchCheck = async () =>
  (await import('#app/components/high-schools/high-school-validation.ts')).checkNewSchool;

/** Creates a school with status INACTIVE (specification, section 2). */
export function NewSchoolForm({ reply }: { reply: ServerReply }) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="General information">
      <UnsavedChanges forms={[FORM_ID]} />
      <Form method="post" {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <p>New schools are inactive and can&apos;t designate until you activate them on their page.</p>
          <TextField {...fieldOf('name')} label="Name" autoComplete="off" width="full" />
          <ContactFields fieldOf={fieldOf} />
          <TextFields fieldOf={fieldOf} />
          <FormActions>
            <SubmitButton pendingLabel="Adding…">Add high school</SubmitButton>
            <ButtonLink to="/highschools">Cancel</ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
