import { Form, Link } from '@remix-run/react';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { DateField, TextField } from '#app/components/forms/text-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { formatDay } from '#app/lib/time/zoned-time.ts';
import { AUDIT_KIND_LABELS, AUDIT_TYPE_LABELS } from '#app/messages/audit-labels.ts';
import { AUDIT_FILTERS } from '#app/schemas/audit-filters.ts';
import { labelOrValue } from '#app/lib/records.ts';

const AUDIT_PATH = '/audit';

/** Filters that links to the log set. */
const HIDDEN_FILTERS = ['highSchoolId', 'subjectId'] as const;

const DATE_FILTERS: readonly string[] = ['afterDate', 'beforeDate'];

/** Returns the URL of a filtered log, which starts with entries older than the one with the ID `before`. */
export function auditHref(filter: URLSearchParams, before?: string): string {
  const query = new URLSearchParams(filter);
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? AUDIT_PATH : `${AUDIT_PATH}?${query.toString()}`;
}

/** The filters of the audit log, and links that remove each of them. */
export function AuditFilters({ filter, isRefused }: { filter: URLSearchParams; isRefused: boolean }) {
  const count = new Set(filter.keys()).size;
  const field = (name: keyof typeof AUDIT_FILTERS) => ({
    name,
    label: AUDIT_FILTERS[name].label,
    defaultValue: filter.get(name) ?? '',
    span: 3 as const,
  });
  return (
    // The key fills in the fields again after Back or a link.
    <Form key={filter.toString()} method="get" action={AUDIT_PATH}>
      <CollapsiblePanel
        title="Filter"
        note={count === 0 ? undefined : `${count} applied`}
        defaultOpen={isRefused}
      >
        <FormStack>
          <FieldGrid>
            <TextField {...field('person')} width="full" hint="Part of a name or email address." />
            <TextField {...field('osUser')} width="full" hint="Part of user@host, for commands and jobs." />
            <TextField {...field('highSchoolName')} width="full" hint="Part of the school's name." />
            <SelectField
              {...field('type')}
              emptyLabel="Changes and disclosures"
              options={optionsOf(AUDIT_TYPE_LABELS)}
            />
            <SelectField {...field('kind')} emptyLabel="Anything" options={optionsOf(AUDIT_KIND_LABELS)} />
            <DateField {...field('afterDate')} />
            <DateField {...field('beforeDate')} />
            <TextField
              {...field('studentId')}
              width="full"
              hint="Open the student's disclosures, then select Audit log."
            />
          </FieldGrid>
          {HIDDEN_FILTERS.map((name) =>
            filter.has(name) ? (
              <input key={name} type="hidden" name={name} value={filter.get(name) ?? ''} />
            ) : null,
          )}
          <Cluster>
            <Button type="submit" variant="primary" size="sm">
              Apply filters
            </Button>
            <ButtonLink to={AUDIT_PATH} variant="quiet" size="sm">
              Clear filters
            </ButtonLink>
          </Cluster>
        </FormStack>
      </CollapsiblePanel>
      {count === 0 || isRefused ? null : (
        <ul className="filter-chips" aria-label="Applied filters">
          {[...filter].map(([name, value]) => (
            <li key={name}>
              <Chip name={name} value={value} filter={filter} />
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}

function Chip({ name, value, filter }: { name: string; value: string; filter: URLSearchParams }) {
  const labels: Readonly<Record<string, string>> = { ...AUDIT_KIND_LABELS, ...AUDIT_TYPE_LABELS };
  const label = AUDIT_FILTERS[name as keyof typeof AUDIT_FILTERS].label;
  const isDay = DATE_FILTERS.includes(name) && !value.includes('T');
  const text = `${label}: ${isDay ? formatDay(value) : labelOrValue(labels, value)}`;
  const others = new URLSearchParams([...filter].filter(([other]) => other !== name));
  return (
    <Link className="filter-chip" to={auditHref(others)} aria-label={`Remove filter ${text}`}>
      {text}
    </Link>
  );
}
