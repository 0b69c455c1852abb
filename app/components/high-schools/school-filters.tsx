import { schoolList } from '#app/components/high-schools/school-list-query.ts';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import type { FilterNames } from '#app/components/listing/list-query.ts';
import { ListFilters } from '#app/components/listing/list-filters.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_FIELDS,
  HIGH_SCHOOL_REMARKS,
} from '#app/schemas/high-school-fields.ts';

/** Labels of `direction`, for text columns and for the number of designations. */
const DIRECTIONS = { desc: 'A to Z, largest first', asc: 'Z to A, smallest first' } as const;

interface SchoolFiltersProps {
  path: SchoolsPath;
  search: URLSearchParams;
  mayReadRemarks: boolean;
  isRefused: boolean;
}

const STATUSES: Readonly<Record<string, string>> = ACTIVITY_STATUS_LABELS;

const FILTERS = HIGH_SCHOOL_FIELD_LIST.filter(([, { filter }]) => filter !== undefined);
const REMARKS: readonly string[] = HIGH_SCHOOL_REMARKS;

const NAMES: FilterNames = {
  fields: HIGH_SCHOOL_FIELDS,
  textOf: (key, value) => (key === 'status' ? (STATUSES[value] ?? value) : value),
};

/** All query fields of the specification, section 7, that the user may filter by; see `ListFilters`. */
export function SchoolFilters({ path, search, mayReadRemarks, isRefused }: SchoolFiltersProps) {
  const query = schoolList(path);
  const filter = query.filterOf(search);
  const shown = FILTERS.filter(([name]) => mayReadRemarks || !REMARKS.includes(name));
  return (
    <ListFilters query={query} search={search} directions={DIRECTIONS} names={NAMES} isRefused={isRefused}>
      {shown.map(([name, { label, filter: kind }]) =>
        kind === 'status' ? (
          <CheckboxGroupField
            key={name}
            name={name}
            label={label}
            span={3}
            options={optionsOf(ACTIVITY_STATUS_LABELS)}
            defaultOptions={filter.getAll(name)}
            inline
          />
        ) : (
          <TextField
            key={name}
            name={name}
            label={label}
            span={3}
            width="full"
            defaultValue={filter.get(name) ?? ''}
          />
        ),
      )}
    </ListFilters>
  );
}
