import { type FormEvent, useContext, useState, useSyncExternalStore } from 'react';
import { useBlurCheck } from '#app/components/designate/use-blur-check.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { DateField, TextField } from '#app/components/forms/text-field.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import type { ConformField } from '#app/components/forms/field-parts.ts';
import { FieldGrid, Fieldset } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { clearZip4OfOldAddress } from '#app/components/forms/zip4-of-address.ts';
import { ageWarning } from '#app/lib/time/age.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import type { StudentErrors } from '#app/students/student-errors.ts';
import { ADDRESS_FIELD_LIST, ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { STATES } from '#app/schemas/states.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELD_LIST, STUDENT_FIELDS } from '#app/schemas/student-fields.ts';
import { DraftContext } from '#app/components/designate/draft/draft-context.tsx';

/** For names and addresses: phones capitalize each word, and the browser's own address stays out. */
const TITLE_CASE = { autoComplete: 'off', autoCapitalize: 'words' } as const;
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
  const { checked, onBlur, onInputCapture } = useBlurCheck(
    formId,
    `students[${index}].`,
    errors,
    today,
    student,
  );
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
          <TextField field={field('first')} label={LABELS.first} span={2} {...TITLE_CASE} />
          <TextField field={field('middle')} label={LABELS.middle} optional span={2} {...TITLE_CASE} />
          <TextField field={field('last')} label={LABELS.last} span={2} {...TITLE_CASE} />
          <TextField field={field('preferred')} label={LABELS.preferred} optional span={2} {...TITLE_CASE} />
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
          <TextField field={field('address.address1')} label={LABELS.address1} {...TITLE_CASE} />
          <TextField field={field('address.address2')} label={LABELS.address2} optional {...TITLE_CASE} />
          <TextField field={field('address.city')} label={LABELS.city} span={2} {...TITLE_CASE} />
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
  const noteDate = (event: FormEvent<HTMLInputElement>) => setChosen(event.currentTarget.value);
  return (
    <DateField
      field={field}
      label={LABELS.dateOfBirth}
      span={2}
      max={today}
      autoComplete="off"
      warning={ageWarning(chosen, today) ?? undefined}
      onInputCapture={noteDate}
      onChangeCapture={noteDate}
    />
  );
}

type Address = DraftStudent['address'];

type StudentFieldName = Exclude<keyof DraftStudent, 'address'> | `address.${keyof Address}`;

/**
 * Returns a field with conform's name and ID. Conform itself would parse the whole form on every keystroke.
 */
function studentField(
  { formId, index, student }: { formId: string; index: number; student: DraftStudent },
  name: StudentFieldName,
): ConformField {
  const fullName = `students[${index}].${name}`;
  const id = `${formId}-${fullName}`;
  const value = valueOf(student, name);
  return {
    id,
    name: fullName,
    formId,
    key: undefined,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    defaultValue: typeof value === 'string' ? value : undefined,
    defaultOptions: undefined,
    defaultChecked: value === true,
    errors: undefined,
    required: `students[].${name}` in STUDENT_CONSTRAINT,
  };
}

function valueOf(
  { address, ...student }: DraftStudent,
  name: StudentFieldName,
): string | boolean | undefined {
  const values: Readonly<Record<string, string | boolean | undefined>> = {
    ...student,
    ...Object.fromEntries(Object.entries(address).map(([part, value]) => [`address.${part}`, value])),
  };
  return values[name];
}

/** Required fields without JavaScript, as in `StudentSchema`. Separate, so pages don't load the schemas. */
export const STUDENT_CONSTRAINT: Readonly<Record<string, { readonly required: true }>> = Object.fromEntries(
  [...STUDENT_FIELD_LIST, ...ADDRESS_FIELD_LIST.map(([part, field]) => [`address.${part}`, field] as const)]
    .filter(([, { isNeeded }]) => isNeeded === true)
    .map(([name]) => [`students[].${name}`, { required: true }]),
);

/**
 * Hidden input with a student's ID. Renders separately, because every save may assign IDs to new students.
 */
function StudentId({ field, index }: { field: ConformField; index: number }) {
  const store = useContext(DraftContext)?.store;
  const loaded = field.defaultValue ?? '';
  const id = useSyncExternalStore(
    store?.subscribe ?? neverChanges,
    () => (store?.isOpen() === true ? (store.get()?.students[index]?.id ?? '') : loaded),
    () => loaded,
  );
  return id === '' ? null : <input type="hidden" name={field.name} value={id} />;
}

function neverChanges() {
  return () => undefined;
}
