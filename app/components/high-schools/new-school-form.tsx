import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { ContactFields, TextFields } from '#app/components/high-schools/school-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { NewHighSchoolForm } from '#app/schemas/high-school-forms.ts';

const fetchChecks = () => import('#app/components/high-schools/high-school-validation.ts');

/** Creates a school with status INACTIVE (specification, section 2). */
export function NewSchoolForm({ reply }: { reply: SubmissionResult<string[]> | undefined }) {
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkNewSchool);
  const [form, fields] = useForm<NewHighSchoolForm>({
    id: 'new-school',
    lastResult: reply ?? null,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  return (
    <Panel title="General information">
      <UnsavedChanges forms={[form.id]} />
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <FormStack>
          <ErrorSummary form={form} />
          <p>New schools are inactive and can&apos;t designate until you activate them on their page.</p>
          <TextField field={fields.name} label="Name" autoComplete="off" width="full" />
          <ContactFields fields={fields} />
          <TextFields fields={fields} />
          <FormActions>
            <SubmitButton pendingLabel="Adding…">Add high school</SubmitButton>
            <ButtonLink to="/highschools">Cancel</ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
