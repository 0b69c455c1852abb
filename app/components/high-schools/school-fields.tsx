import { useSite } from '#app/components/site/site-context.ts';
import { FieldGrid, Fieldset } from '#app/components/forms/form-layout.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import type { LazyField } from '#app/components/forms/use-lazy-form.tsx';
import { PhoneField } from '#app/components/forms/phone-field.tsx';
import { clearZip4OfOldAddress } from '#app/components/forms/zip4-of-address.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { STATES } from '#app/schemas/states.ts';
import { HIGH_SCHOOL_TEXT_LIST } from '#app/schemas/high-school-fields.ts';

/** Stored values of fields that someone else has changed, by field name. */
export type NewerValues = Readonly<Partial<Record<string, string>>>;

interface SchoolFieldsProps {
  fieldOf: (name: string) => LazyField;
  newerValues?: NewerValues;
}

/** Phone, fax and address, which the school's own staff may edit (specification, section 6). */
export function ContactFields({ fieldOf, newerValues = {} }: SchoolFieldsProps) {
  const { state } = useSite();
  return (
    <>
      <FieldGrid>
        <PhoneField
          {...fieldOf('phone')}
          label="Phone"
          format={formatPhone}
          autoComplete="off"
          width="full"
          warning={newerValues['phone']}
        />
        <PhoneField
          {...fieldOf('fax')}
          label="Fax"
          optional
          format={formatPhone}
          autoComplete="off"
          width="full"
          warning={newerValues['fax']}
        />
      </FieldGrid>
      <div onInputCapture={clearZip4OfOldAddress}>
        <Fieldset legend="Address">
          <FieldGrid>
            <TextField
              {...fieldOf('address.address1')}
              label="Address 1"
              width="full"
              warning={newerValues['address.address1']}
            />
            <TextField
              {...fieldOf('address.address2')}
              label="Address 2"
              optional
              width="full"
              warning={newerValues['address.address2']}
            />
            <TextField
              {...fieldOf('address.city')}
              label="City"
              width="full"
              warning={newerValues['address.city']}
            />
            <TextField name="state" label="State" width="full" defaultValue={stateName(state)} disabled />
            <TextField
              {...fieldOf('address.zip5')}
              label="Zipcode"
              inputMode="numeric"
              width="full"
              warning={newerValues['address.zip5']}
            />
            <TextField
              {...fieldOf('address.zip4')}
              label="Zipcode extension"
              optional
              inputMode="numeric"
              width="full"
              warning={newerValues['address.zip4']}
            />
          </FieldGrid>
        </Fieldset>
      </div>
    </>
  );
}

/** Text fields that only administrators may edit: single-line fields side by side, the others below. */
export function TextFields({ fieldOf, newerValues = {} }: SchoolFieldsProps) {
  return (
    <>
      <FieldGrid>
        {LINES.map(([name, { label }]) => (
          <TextField
            key={name}
            {...fieldOf(name)}
            label={label}
            optional
            width="full"
            warning={newerValues[name]}
          />
        ))}
      </FieldGrid>
      {PARAGRAPHS.map(([name, { label }]) => (
        <TextareaField key={name} {...fieldOf(name)} label={label} optional warning={newerValues[name]} />
      ))}
    </>
  );
}

const LINES = HIGH_SCHOOL_TEXT_LIST.filter(([, { isMultiline }]) => isMultiline !== true);
const PARAGRAPHS = HIGH_SCHOOL_TEXT_LIST.filter(([, { isMultiline }]) => isMultiline === true);

function stateName(code: string): string {
  return Object.entries(STATES).find(([known]) => known === code)?.[1] ?? code;
}
