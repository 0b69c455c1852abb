import { HighSchoolFilter } from '#app/components/designations/high-school-filter.tsx';
import { TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { ListFilters } from '#app/components/listing/list-filters.tsx';
import type { OwnFields } from '#app/components/listing/use-list-form.ts';
import { userList } from '#app/components/users/user-list-query.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { USER_FILTERS, WITH_DELETED_LABEL } from '#app/messages/filter-labels.ts';
import { USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import { USER_FIELDS, USER_TEXT_LIST } from '#app/schemas/user-fields.ts';

const DIRECTIONS = { desc: 'A to Z', asc: 'Z to A' } as const;

const FLAGS: Readonly<Record<string, string>> = USER_FLAG_LABELS;

const SCHOOL_FIELDS: OwnFields = {
  names: [TYPED_SCHOOL, 'highSchools'],
  tidy: (search) => {
    if (search.has('highSchools')) search.delete(TYPED_SCHOOL);
  },
};

interface UserFiltersProps {
  highSchool: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
  isRefused: boolean;
}

/** All query fields of the specification, section 7. Deleted users are hidden by default. */
export function UserFilters({ highSchool, search, isRefused }: UserFiltersProps) {
  const text = (name: string) => (
    <TextField
      key={name}
      name={name}
      label={USER_FILTERS[name]?.label ?? name}
      span={3}
      width="full"
      defaultValue={search.get(name) ?? ''}
    />
  );
  const textOf = (key: string, value: string) => {
    if (key === 'highSchools') return highSchool?.name ?? value;
    if (key === 'withDeleted') return WITH_DELETED_LABEL;
    return key === 'flags' ? (FLAGS[value] ?? value) : value;
  };
  return (
    <ListFilters
      query={userList}
      search={search}
      directions={DIRECTIONS}
      ownFields={SCHOOL_FIELDS}
      names={{ fields: USER_FILTERS, textOf }}
      isRefused={isRefused}
    >
      {text('name')}
      {text('email')}
      {USER_TEXT_LIST.map(([name]) => text(name))}
      {text('phone')}
      <HighSchoolFilter name="highSchools" chosen={highSchool} search={search} />
      <CheckboxGroupField
        name="flags"
        label={USER_FIELDS.flags.label}
        span={3}
        options={optionsOf(USER_FLAG_LABELS)}
        defaultOptions={search.getAll('flags')}
        inline
      />
      <CheckboxField
        name="withDeleted"
        label={WITH_DELETED_LABEL}
        span={3}
        value="true"
        defaultChecked={search.get('withDeleted') === 'true'}
      />
    </ListFilters>
  );
}
