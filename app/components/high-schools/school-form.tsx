import { Form } from '@remix-run/react';
import { ContactFields, TextFields } from '#app/components/high-schools/school-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { enteredTexts, ofEachField } from '#app/schemas/field-tables.ts';
import { HIGH_SCHOOL_TEXTS } from '#app/schemas/high-school-fields.ts';
import type { SchoolFormValues } from '#app/schemas/high-school-screens.ts';

const fetchChecks = () => import('#app/components/high-schools/high-school-validation.ts');
const fetchSchoolCheck = async () => (await fetchChecks()).checkSchool;
const fetchContactCheck = async () => (await fetchChecks()).checkContact;

/** ID of the form, also used to ask before leaving unsaved changes. */
export const SCHOOL_FORM = 'school';

interface SchoolFormProps {
  school: SchoolFormValues;
  reply: ServerReply;
}

/** A school's general information, for administrators (specification, sections 5 and 6). */
export function SchoolForm({ school, reply }: SchoolFormProps) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({
    id: SCHOOL_FORM,
    reply,
    fetchCheck: fetchSchoolCheck,
  });
  const stored = storedFields(school);
  const storedField = (name: string) => fieldOf(name, textOf(stored, name));
  const newerValues = findNewerValues(stored, school.version, reply);
  return (
    <Panel title="General information">
      <Form method="post" {...formProps}>
        {loaded}
        <input type="hidden" name="version" value={school.version} />
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <FieldGrid>
            <TextField
              {...storedField('name')}
              label="Name"
              autoComplete="off"
              width="full"
              span={4}
              warning={newerValues.name}
            />
            <SelectField
              {...storedField('status')}
              label="Status"
              span={2}
              width="full"
              options={optionsOf(ACTIVITY_STATUS_LABELS)}
              warning={newerValues.status}
            />
          </FieldGrid>
          <ContactFields fieldOf={storedField} newerValues={newerValues} />
          <TextFields fieldOf={storedField} newerValues={newerValues} />
          <SaveActions />
        </FormStack>
      </Form>
    </Panel>
  );
}

/** Phone, fax and address, for the school's own staff (specification, section 6). */
export function SchoolContactForm({ school, reply }: SchoolFormProps) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({
    id: SCHOOL_FORM,
    reply,
    fetchCheck: fetchContactCheck,
  });
  const stored = storedFields(school);
  const storedField = (name: string) => fieldOf(name, textOf(stored, name));
  return (
    <Panel title="General information">
      <Form method="post" {...formProps}>
        {loaded}
        <input type="hidden" name="version" value={school.version} />
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <ContactFields fieldOf={storedField} newerValues={findNewerValues(stored, school.version, reply)} />
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

function textOf(stored: Readonly<Record<string, { value: string }>>, name: string): string {
  return stored[name]?.value ?? '';
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
