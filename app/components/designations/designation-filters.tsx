import { HighSchoolFilter } from '#app/components/designations/high-school-filter.tsx';
import { designationList, filterOf, TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { ListFilters } from '#app/components/listing/list-filters.tsx';
import type { OwnFields } from '#app/components/listing/use-list-form.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { DateField } from '#app/components/forms/text-field.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { dayInZone } from '#app/lib/time/zoned-time.ts';
import { DESIGNATION_FILTER_LIST, DESIGNATION_FILTERS } from '#app/schemas/designation-filters.ts';
import { DESIGNATION_WARNING_LABELS, warningLabel } from '#app/schemas/designation-warnings.ts';
import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import { labelOrValue } from '#app/lib/records.ts';

interface DesignationFiltersProps {
  years: readonly { readonly id: string; readonly year: number }[];
  highSchool: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
  isRefused: boolean;
  /** For administrators. */
  mayFilterByWarnings: boolean;
}

/** Plausible dates; excludes years that are only half typed. */
const DATES = { min: '1900-01-01', max: '2999-12-31' };

const DATE_FILTERS = DESIGNATION_FILTER_LIST.filter(([, { kind }]) => kind === 'from' || kind === 'until');
const DATE_NAMES: readonly string[] = DATE_FILTERS.map(([name]) => name);
const DAY = /^\d{4}-\d\d-\d\d$/;
/** These are checkboxes, whose chips have only their values. */
const { noDownloadDate, resubmitted, ...LABELED } = DESIGNATION_FILTERS;
const CHOICE_LABELS: Readonly<Record<string, string>> = {
  ...CRITERIA_LABELS,
  ...DESIGNATION_STATUS_LABELS,
};

/** Labels of `direction`, for text columns and for years and dates. */
const DIRECTIONS = { desc: 'A to Z, newest first', asc: 'Z to A, oldest first' } as const;

/** A selected school is sent by ID; otherwise part of its name filters the list. */
const SCHOOL_FIELDS: OwnFields = {
  names: [TYPED_SCHOOL, 'highSchoolId'],
  tidy: (search) => {
    if (search.has('highSchoolId')) search.delete(TYPED_SCHOOL);
  },
};

/** All query fields of the specification, section 7; see `ListFilters`. */
export function DesignationFilters({
  years,
  highSchool,
  search,
  isRefused,
  mayFilterByWarnings,
}: DesignationFiltersProps) {
  const filter = filterOf(search);
  const fieldValue = (name: string) => filter.get(name) ?? '';
  const textOf = (key: string, value: string) => {
    if (key === 'academicYearId') return String(years.find(({ id }) => id === value)?.year ?? value);
    if (key === 'highSchoolId') return highSchool?.name ?? value;
    if (key === 'noDownloadDate') return noDownloadDate.label;
    if (key === 'resubmitted') return resubmitted.label;
    if (key === 'warnings') return warningLabel(value);
    return DATE_NAMES.includes(key) && DAY.test(value)
      ? dayInZone(`${value}T00:00:00.000Z`, 'UTC')
      : labelOrValue(CHOICE_LABELS, value);
  };
  const choiceField = (
    name: 'criteria' | 'status' | 'warnings',
    labels: Readonly<Record<string, string>>,
  ) => (
    <CheckboxGroupField
      name={name}
      label={LABELED[name].label}
      span={6}
      options={optionsOf(labels)}
      defaultOptions={filter.getAll(name)}
      inline
    />
  );
  return (
    <ListFilters
      query={designationList}
      search={search}
      directions={DIRECTIONS}
      ownFields={SCHOOL_FIELDS}
      names={{ fields: LABELED, textOf }}
      isRefused={isRefused}
    >
      <HighSchoolFilter chosen={highSchool} search={search} />
      <SelectField
        name="academicYearId"
        label={LABELED.academicYearId.label}
        span={3}
        emptyLabel="Any year"
        options={years.map(({ id, year }) => ({ value: id, label: String(year) }))}
        defaultValue={fieldValue('academicYearId')}
      />
      {choiceField('criteria', CRITERIA_LABELS)}
      {choiceField('status', DESIGNATION_STATUS_LABELS)}
      {mayFilterByWarnings ? choiceField('warnings', DESIGNATION_WARNING_LABELS) : null}
      {DATE_FILTERS.map(([name, { label }]) => (
        <DateField
          key={name}
          name={name}
          label={label}
          span={3}
          width="full"
          defaultValue={fieldValue(name)}
          {...DATES}
        />
      ))}
      <CheckboxField
        name="noDownloadDate"
        label={noDownloadDate.label}
        span={3}
        value="true"
        defaultChecked={fieldValue('noDownloadDate') === 'true'}
      />
      <CheckboxField
        name="resubmitted"
        label={resubmitted.label}
        span={3}
        value="true"
        defaultChecked={fieldValue('resubmitted') === 'true'}
      />
    </ListFilters>
  );
}
