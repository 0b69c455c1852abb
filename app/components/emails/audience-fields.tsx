import { useState } from 'react';
import { SelectedFields } from '#app/components/emails/selected-fields.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { FieldGrid } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import {
  AUDIENCE_FIELDS,
  AUDIENCE_LABELS,
  type AudienceField,
  UNSUBMITTED_STATES,
} from '#app/schemas/audience-targets.ts';
import type { SendScreen } from '#app/schemas/email-send-screens.ts';
import {
  CRITERIA_LABELS,
  DESIGNATION_STATUS_LABELS,
  REMINDER_STATES,
  SCHOOL_STATE_LABELS,
  STAFF_POSITION_LABELS,
} from '#app/schemas/enums.ts';

interface AudienceFieldsProps extends Pick<SendScreen, 'years' | 'selection' | 'issues'> {
  search: URLSearchParams;
  /** Called when another target is selected, because its fields differ. */
  onTarget: () => void;
}

/** The audience of an email (specification, section 3): a target and its fields. */
export function AudienceFields({ years, selection, issues, search, onTarget }: AudienceFieldsProps) {
  const [target, setTarget] = useState(search.get('target') ?? '');
  const has = (field: AudienceField) => (AUDIENCE_FIELDS[field] as readonly string[]).includes(target);
  const active = years.find(({ isActive }) => isActive);
  const of = (name: string) => ({
    name,
    defaultValue: search.get(name) ?? '',
    errors: issues[name] === undefined ? [] : [issues[name]],
  });
  return (
    <FieldGrid>
      <SelectField
        {...of('target')}
        label="Audience"
        span={3}
        width="full"
        emptyLabel="Choose an audience"
        options={optionsOf(AUDIENCE_LABELS)}
        onChange={({ currentTarget }) => {
          setTarget(currentTarget.value);
          onTarget();
        }}
      />
      {has('year') ? (
        <SelectField
          {...of('year')}
          label="Year"
          span={3}
          width="full"
          emptyLabel={active === undefined ? 'The active year (none)' : `The active year (${active.year})`}
          options={years.map(({ year }) => ({ value: String(year), label: String(year) }))}
        />
      ) : null}
      {has('status') ? (
        <SelectField
          {...of('status')}
          label="Status"
          span={3}
          width="full"
          emptyLabel="Choose a status"
          options={optionsOf(DESIGNATION_STATUS_LABELS)}
        />
      ) : null}
      {has('criteria') ? (
        <SelectField
          {...of('criteria')}
          label="Criteria"
          span={3}
          width="full"
          emptyLabel="Any criteria"
          options={optionsOf(CRITERIA_LABELS)}
        />
      ) : null}
      {has('states') ? (
        <CheckboxGroupField
          name="states"
          label="Designation"
          hint="“Returned” means that the school submitted its designation and we returned it for correction."
          span={6}
          options={REMINDER_STATES.map((state) => ({ value: state, label: SCHOOL_STATE_LABELS[state] }))}
          defaultOptions={search.has('states') ? search.getAll('states') : [...UNSUBMITTED_STATES]}
          errors={issues['states'] === undefined ? [] : [issues['states']]}
          inline
        />
      ) : null}
      {has('schoolIds') ? <SelectedFields selection={selection} errors={of('find').errors} /> : null}
      {has('positions') ? (
        <CheckboxGroupField
          name="positions"
          label="Positions"
          hint={
            has('schoolIds')
              ? 'For the selected schools. Leave all unchecked to include all staff.'
              : 'Leave all unchecked to include all staff.'
          }
          span={6}
          options={optionsOf(STAFF_POSITION_LABELS)}
          defaultOptions={search.getAll('positions')}
          inline
        />
      ) : null}
    </FieldGrid>
  );
}
