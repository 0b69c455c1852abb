import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { ContactFields, TextFields } from '#app/components/high-schools/school-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { storedNow } from '#app/components/forms/stored-now.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { enteredTexts, ofEachField } from '#app/schemas/field-tables.ts';
import { HIGH_SCHOOL_TEXTS } from '#app/schemas/high-school-fields.ts';
import type { HighSchoolContactForm, HighSchoolForm } from '#app/schemas/high-school-forms.ts';
import type { SchoolFormValues } from '#app/schemas/high-school-screens.ts';

const fetchChecks = () => import('#app/components/high-schools/high-school-validation.ts');

/** ID of the form, also used to ask before leaving unsaved changes. */
export const SCHOOL_FORM = 'school';

interface SchoolFormProps {
  school: SchoolFormValues;
  reply: SubmissionResult<string[]> | undefined;
}

/** A school's general information, for administrators (specification, sections 5 and 6). */
export function SchoolForm({ school, reply }: SchoolFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkSchool);
  const [form, fields] = useForm<HighSchoolForm>({
    id: SCHOOL_FORM,
    lastResult: reply ?? null,
    defaultValue: { ...school, ...enteredTexts(HIGH_SCHOOL_TEXTS, school), fax: school.fax ?? '' },
    shouldRevalidate: 'onInput',
    onValidate,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  const overtaken = storedNow(storedFields(school), school.version, reply);
  return (
    <Panel title="General information">
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <input type="hidden" name="version" value={school.version} />
        <FormStack>
          <ErrorSummary form={form} />
          <FieldGrid>
            <TextField
              field={fields.name}
              label="Name"
              autoComplete="off"
              width="full"
              span={4}
              warning={overtaken.name}
            />
            <SelectField
              field={fields.status}
              label="Status"
              span={2}
              width="full"
              options={optionsOf(ACTIVITY_STATUS_LABELS)}
              warning={overtaken.status}
            />
          </FieldGrid>
          <ContactFields fields={fields} overtaken={overtaken} />
          <TextFields fields={fields} overtaken={overtaken} />
          <SaveActions />
        </FormStack>
      </Form>
    </Panel>
  );
}

/** Phone, fax and address, for the school's own staff (specification, section 6). */
export function SchoolContactForm({ school, reply }: SchoolFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkContact);
  const { phone, fax, address, version } = school;
  const [form, fields] = useForm<HighSchoolContactForm>({
    id: SCHOOL_FORM,
    lastResult: reply ?? null,
    defaultValue: { phone, fax: fax ?? '', address },
    shouldRevalidate: 'onInput',
    onValidate,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  return (
    <Panel title="General information">
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <input type="hidden" name="version" value={version} />
        <FormStack>
          <ErrorSummary form={form} />
          <ContactFields fields={fields} overtaken={storedNow(storedFields(school), version, reply)} />
          <SaveActions />
        </FormStack>
      </Form>
    </Panel>
  );
}

function SaveActions() {
  return (
    <FormActions>
      <SubmitButton name="intent" value="save">
        Save
      </SubmitButton>
      <Button type="reset">Cancel</Button>
    </FormActions>
  );
}

function storedFields({ address, ...school }: SchoolFormValues) {
  const texts = enteredTexts(HIGH_SCHOOL_TEXTS, school);
  return {
    name: { value: school.name },
    status: { value: school.status, label: ACTIVITY_STATUS_LABELS[school.status] },
    phone: { value: school.phone },
    fax: { value: school.fax ?? '' },
    'address.address1': { value: address.address1 },
    'address.address2': { value: address.address2 },
    'address.city': { value: address.city },
    'address.zip5': { value: address.zip5 },
    'address.zip4': { value: address.zip4 },
    ...ofEachField(HIGH_SCHOOL_TEXTS, (_, name) => ({ value: texts[name] })),
  };
}
