import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { closeOnEscape, closeOnLeave } from '#app/components/listing/close-on-escape.ts';
import { filterChips, type FilterNames, type ListQuery } from '#app/components/listing/list-query.ts';
import { type OwnFields, useListForm } from '#app/components/listing/use-list-form.ts';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

interface ListFiltersProps {
  query: ListQuery<string>;
  search: URLSearchParams;
  /** Labels of `direction` for this list's columns. */
  directions: Readonly<Record<'desc' | 'asc', string>>;
  ownFields?: OwnFields;
  names: FilterNames;
  /** Whether the URL's query was invalid. If so, the fields are expanded. */
  isRefused?: boolean;
  /** The filter's fields, in a FieldGrid; none for a list that can only be sorted. */
  children?: ReactNode;
}

/**
 * Filters and sorting of a list (specification, sections 2 and 9). Updates the URL one second after the last change
 * (section 7). Fields combine with AND, checked values with OR.
 */
export function ListFilters(props: ListFiltersProps) {
  const { query, search, directions, ownFields, names, isRefused = false, children } = props;
  const { formProps, generation } = useListForm(query, search, ownFields);
  const applied = query.filterCount(search);
  const order = query.orderOf(search);
  const sort = query.sortOf(search);
  return (
    <Form method="get" action={query.hrefOf(new URLSearchParams())} {...formProps}>
      <div
        className={isRefused ? 'list-panels is-refused' : 'list-panels'}
        onKeyDown={closeOnEscape}
        onBlur={closeOnLeave}
      >
        {children === undefined ? null : (
          <CollapsiblePanel
            title="Filter"
            note={applied === 0 ? undefined : `${applied} applied`}
            defaultOpen={isRefused}
          >
            <FormStack>
              <FieldGrid key={generation}>{children}</FieldGrid>
              <Cluster>
                <Button type="submit" variant="primary" size="sm">
                  Apply filters
                </Button>
                <ButtonLink to={query.hrefOf(order)} variant="quiet" size="sm">
                  Clear filters
                </ButtonLink>
              </Cluster>
            </FormStack>
          </CollapsiblePanel>
        )}
        <CollapsiblePanel title="Sort" note={query.sorts[sort]}>
          <FormStack>
            <FieldGrid key={generation}>
              <SelectField
                name="sort"
                label="Sort by"
                span={3}
                options={optionsOf(query.sorts)}
                defaultValue={sort}
              />
              <RadioGroupField
                name="direction"
                label="Direction"
                span={3}
                options={optionsOf(directions)}
                defaultValue={query.directionOf(search)}
                inline
              />
            </FieldGrid>
            <Cluster>
              <Button type="submit" size="sm">
                Apply sort order
              </Button>
            </Cluster>
          </FormStack>
        </CollapsiblePanel>
        {applied === 0 || isRefused ? null : (
          <ul className="filter-chips" aria-label="Applied filters">
            {filterChips(query, search, names).map(({ text, href }) => (
              <li key={href}>
                <Link
                  className="filter-chip"
                  to={href}
                  aria-label={`Remove filter ${text}`}
                  preventScrollReset
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Form>
  );
}
