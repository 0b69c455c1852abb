import { HighSchoolFilter } from '#app/components/domain/designations/high-school-filter.tsx';
import { designationList, filterOf, TYPED_SCHOOL } from '#app/components/domain/designations/list-address.ts';
import { ListFilters } from '#app/components/domain/listing/list-filters.tsx';
import type { OwnFields } from '#app/components/domain/listing/use-list-form.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { DateField } from '#app/components/forms/date-field.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';

interface DesignationFiltersProps {
  years: readonly { readonly id: string; readonly year: number }[];
  /** The school that the list is narrowed to. */
  highSchool: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
  /** The typed name fits several schools, which stand below to choose from. */
  isAmbiguous: boolean;
}

const SEVERAL_SCHOOLS = 'Several high schools have this in their names. Choose one below the filters.';

/** Dates of this product: anything else is not yet typed to its end. */
const DATES = { min: '1900-01-01', max: '2999-12-31' };

/** What `direction` says of words, and of years and dates. */
const DIRECTIONS = { desc: 'A to Z, newest first', asc: 'Z to A, oldest first' } as const;

/** The name is for those without scripts, and for what was typed and not found; a school that is known has its id. */
const SCHOOL_FIELDS: OwnFields = {
  names: [TYPED_SCHOOL, 'highSchoolId'],
  tidy: (search) => {
    if (search.has('highSchoolId')) search.delete(TYPED_SCHOOL);
  },
};

/** Every query field of the specification, section 7; see `ListFilters`. */
export function DesignationFilters({ years, highSchool, search, isAmbiguous }: DesignationFiltersProps) {
  const filter = filterOf(search);
  const valueOf = (name: string) => filter.get(name) ?? '';
  const dateField = (name: string, label: string) => (
    <DateField name={name} label={label} span={3} width="full" defaultValue={valueOf(name)} {...DATES} />
  );
  const choiceField = (name: string, label: string, labels: Readonly<Record<string, string>>) => (
    <CheckboxGroupField
      name={name}
      label={label}
      span={6}
      options={optionsOf(labels)}
      defaultOptions={filter.getAll(name)}
      inline
    />
  );
  return (
    <ListFilters query={designationList} search={search} directions={DIRECTIONS} ownFields={SCHOOL_FIELDS}>
      <HighSchoolFilter chosen={highSchool} search={search} errors={isAmbiguous ? [SEVERAL_SCHOOLS] : []} />
      <SelectField
        name="academicYearId"
        label="Academic year"
        span={3}
        emptyLabel="Any year"
        options={years.map(({ id, year }) => ({ value: id, label: String(year) }))}
        defaultValue={valueOf('academicYearId')}
      />
      {choiceField('criteria', 'Criteria', CRITERIA_LABELS)}
      {choiceField('status', 'Status', DESIGNATION_STATUS_LABELS)}
      {dateField('afterDate', 'Updated from')}
      {dateField('beforeDate', 'Updated to')}
      {dateField('downloadAfterDate', 'Downloaded from')}
      {dateField('downloadBeforeDate', 'Downloaded to')}
      <CheckboxField
        name="noDownloadDate"
        label="Never downloaded"
        span={6}
        value="true"
        defaultChecked={valueOf('noDownloadDate') === 'true'}
      />
    </ListFilters>
  );
}
