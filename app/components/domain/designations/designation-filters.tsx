import { Form } from '@remix-run/react';
import { HighSchoolFilter } from '#app/components/domain/designations/high-school-filter.tsx';
import {
  DIRECTION_LABELS,
  directionOf,
  filterCount,
  filterOf,
  hrefOf,
  orderOf,
  SORT_LABELS,
  sortOf,
} from '#app/components/domain/designations/list-address.ts';
import { useListForm } from '#app/components/domain/designations/use-list-form.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField, RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { DateField } from '#app/components/forms/date-field.tsx';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';

interface DesignationFiltersProps {
  years: readonly { readonly id: string; readonly year: number }[];
  /** The school that the list is narrowed to. */
  highSchool: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
}

/** Dates of this product: anything else is not yet typed to its end. */
const DATES = { min: '1900-01-01', max: '2999-12-31' };

/**
 * The list's filter and order (specification, sections 2 and 9) as one form that changes the address, by itself a second
 * after the last change (section 7). Fields combine with AND, ticked values with OR.
 */
export function DesignationFilters({ years, highSchool, search }: DesignationFiltersProps) {
  const { formProps, generation } = useListForm(search);
  const applied = filterCount(search);
  const filter = filterOf(search);
  const valueOf = (name: string) => filter.get(name) ?? '';
  const dateField = (name: string, label: string) => (
    <DateField name={name} label={label} span={3} width="full" defaultValue={valueOf(name)} {...DATES} />
  );
  const isOrdered = orderOf(search).size > 0;
  return (
    <Form method="get" action="/designations" {...formProps}>
      <Stack space="tight" key={generation}>
        <CollapsiblePanel
          title="Filter"
          note={applied === 0 ? undefined : `${applied} applied`}
          defaultOpen={applied > 0}
        >
          <FormStack>
            <FieldGrid>
              <HighSchoolFilter chosen={highSchool} search={search} />
              <SelectField
                name="academicYearId"
                label="Academic year"
                span={3}
                emptyLabel="Any year"
                options={years.map(({ id, year }) => ({ value: id, label: String(year) }))}
                defaultValue={valueOf('academicYearId')}
              />
              <CheckboxGroupField
                name="criteria"
                label="Criteria"
                span={6}
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
            </FieldGrid>
            <Cluster>
              <Button type="submit" variant="primary" size="sm">
                Apply filters
              </Button>
              <ButtonLink to={hrefOf(orderOf(search))} variant="quiet" size="sm">
                Clear
              </ButtonLink>
            </Cluster>
          </FormStack>
        </CollapsiblePanel>
        <CollapsiblePanel title="Sort" note={SORT_NOTES[sortOf(search)]} defaultOpen={isOrdered}>
          <FormStack>
            <FieldGrid>
              <SelectField
                name="sort"
                label="Sort by"
                span={3}
                options={optionsOf(SORT_LABELS)}
                defaultValue={sortOf(search)}
              />
              <RadioGroupField
                name="direction"
                label="Direction"
                span={3}
                options={optionsOf(DIRECTION_LABELS)}
                defaultValue={directionOf(search)}
                inline
              />
            </FieldGrid>
            <Cluster>
              <Button type="submit" size="sm">
                Apply order
              </Button>
            </Cluster>
          </FormStack>
        </CollapsiblePanel>
      </Stack>
    </Form>
  );
}

const SORT_NOTES: Readonly<Record<string, string>> = SORT_LABELS;
