import { type FormEvent, useState } from 'react';
import { studentField, type StudentFieldName } from '#app/components/designate/student-field.ts';
import { StudentId } from '#app/components/designate/student-id.tsx';
import { useBlurCheck } from '#app/components/designate/use-blur-check.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { DateField } from '#app/components/forms/date-field.tsx';
import type { ConformField } from '#app/components/forms/field-parts.ts';
import { FieldGrid, Fieldset } from '#app/components/forms/form-layout.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { clearZip4OfOldAddress } from '#app/components/forms/zip4-of-address.ts';
import { ageWarning, EARLIEST_BIRTH_DATE } from '#app/lib/time/age.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import type { StudentErrors } from '#app/lib/students/student-errors.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { STATES } from '#app/schemas/states.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

const LABELS = ofEachField({ ...STUDENT_FIELDS, ...ADDRESS_FIELDS }, ({ label }) => label);
const STATE_OPTIONS = optionsOf(STATES);

interface StudentFieldsProps {
  formId: string;
  /** Index in the list, from 0. */
  index: number;
  total: number;
  /** Initial values; the inputs are uncontrolled, so typing doesn't re-render. */
  student: DraftStudent;
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  errors: StudentErrors;
}

/** One student's form (specification, section 5). */
export function StudentFields({ formId, index, total, student, today, errors }: StudentFieldsProps) {
  const { checked, onBlur, onInputCapture } = useBlurCheck(formId, `students[${index}].`, errors, today);
  const slot = { formId, index, student };
  const field = (name: StudentFieldName) => checked(studentField(slot, name));
  return (
    <div
      onBlur={onBlur}
      onInputCapture={(event) => {
        onInputCapture(event);
        clearZip4OfOldAddress(event);
      }}
    >
      <Fieldset legend={`Student ${index + 1} of ${total}`} section>
        <StudentId field={field('id')} index={index} />
        <HiddenValue field={field('address.zip4')} />
        <HiddenValue field={field('address.firmName')} />
        <HiddenValue field={field('address.urbanization')} />
        <FieldGrid>
          <TextField field={field('first')} label={LABELS.first} span={2} autoComplete="off" />
          <TextField field={field('middle')} label={LABELS.middle} optional span={2} autoComplete="off" />
          <TextField field={field('last')} label={LABELS.last} span={2} autoComplete="off" />
          <TextField
            field={field('preferred')}
            label={LABELS.preferred}
            optional
            span={2}
            autoComplete="off"
          />
          <BirthDateField field={field('dateOfBirth')} today={today} />
          <CheckboxField field={field('twin')} label={LABELS.twin} span={2} />
          <PhoneField
            field={field('phone')}
            label={LABELS.phone}
            span={2}
            autoComplete="off"
            inputMode="tel"
            format={formatPhone}
          />
          <TextField field={field('email')} label={LABELS.email} type="email" span={2} autoComplete="off" />
          <TextField
            field={field('parentEmail')}
            label={LABELS.parentEmail}
            optional
            type="email"
            span={2}
            autoComplete="off"
          />
          <TextField field={field('address.address1')} label={LABELS.address1} autoComplete="off" />
          <TextField field={field('address.address2')} label={LABELS.address2} optional autoComplete="off" />
          <TextField field={field('address.city')} label={LABELS.city} span={2} autoComplete="off" />
          <SelectField
            field={field('address.state')}
            label={LABELS.state}
            span={2}
            autoComplete="off"
            emptyLabel="Choose a state"
            options={STATE_OPTIONS}
          />
          <TextField
            field={field('address.zip5')}
            label={LABELS.zip5}
            span={2}
            width="xs"
            autoComplete="off"
            inputMode="numeric"
            maxLength={5}
          />
        </FieldGrid>
      </Fieldset>
    </div>
  );
}

/** Preserves values that the form doesn't show. Not type="hidden", because React would revert values set by scripts. */
function HiddenValue({ field }: { field: ConformField }) {
  if (field.defaultValue === undefined || field.defaultValue === '') return null;
  return <input hidden key={field.key} name={field.name} defaultValue={field.defaultValue} />;
}

/** Warns of an unusual age when the date changes, without blocking (specification, section 5). */
function BirthDateField({ field, today }: { field: ConformField; today: string }) {
  const [chosen, setChosen] = useState(field.defaultValue ?? '');
  const tell = (event: FormEvent<HTMLInputElement>) => setChosen(event.currentTarget.value);
  const isPlausible = chosen >= EARLIEST_BIRTH_DATE && chosen <= today;
  return (
    <DateField
      field={field}
      label={LABELS.dateOfBirth}
      span={2}
      max={today}
      autoComplete="off"
      warning={isPlausible ? (ageWarning(chosen, today) ?? undefined) : undefined}
      onInputCapture={tell}
      onChangeCapture={tell}
    />
  );
}
