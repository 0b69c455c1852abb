import { Form } from '@remix-run/react';
import { filterCount, filterOf } from '#app/components/domain/designations/list-address.ts';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';

interface DesignationFiltersProps {
  years: readonly { readonly id: string; readonly year: number }[];
  search: URLSearchParams;
}

/** The list's filter as a form that changes the address; fields combine with AND, ticked values with OR. */
export function DesignationFilters({ years, search }: DesignationFiltersProps) {
  const applied = filterCount(search);
  const filter = filterOf(search);
  return (
    <CollapsiblePanel
      title="Filter"
      note={applied === 0 ? undefined : `${applied} applied`}
      defaultOpen={applied > 0}
    >
      <Form method="get" action="/designations">
        {['sort', 'direction'].map((name) => {
          const value = search.get(name);
          return value === null ? null : <input key={name} type="hidden" name={name} value={value} />;
        })}
        <FormStack>
          <FieldGrid key={filter.toString()}>
            <SelectField
              name="academicYearId"
              label="Year"
              span={2}
              emptyLabel="Any year"
              options={years.map(({ id, year }) => ({ value: id, label: String(year) }))}
              defaultValue={filter.get('academicYearId') ?? ''}
            />
            <CheckboxGroupField
              name="criteria"
              label="Criteria"
              span={4}
              options={optionsOf(CRITERIA_LABELS)}
              defaultOptions={filter.getAll('criteria')}
              inline
            />
            <CheckboxGroupField
              name="status"
              label="Status"
              span={6}
              options={optionsOf(DESIGNATION_STATUS_LABELS)}
              defaultOptions={filter.getAll('status')}
              inline
            />
          </FieldGrid>
          <Cluster>
            <Button type="submit" variant="primary" size="sm">
              Apply filters
            </Button>
            <ButtonLink to="/designations" variant="quiet" size="sm">
              Clear
            </ButtonLink>
          </Cluster>
        </FormStack>
      </Form>
    </CollapsiblePanel>
  );
}
