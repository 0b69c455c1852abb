import { data } from '@remix-run/node';
import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { AuditTable } from '#app/components/audit/audit-table.tsx';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { DateField, TextField } from '#app/components/forms/text-field.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { AUDIT_KIND_LABELS, AUDIT_TYPE_LABELS } from '#app/lib/messages/audit-labels.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AUDIT_FILTERS } from '#app/schemas/audit-filters.ts';
import { AuditQuerySchema, AuditScreenSchema } from '#app/schemas/audit.ts';
import { filterRefusal, parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Audit Log');

export const loader = screen(async ({ ctx, url }) => {
  authorize(ctx.actor, 'audit.read');
  try {
    const query = parseQuery(AuditQuerySchema.omit({ limit: true }), url.searchParams);
    return { refusal: null, ...(await listAudit(ctx, { ...query, limit: SCREEN_PAGE_SIZE })) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = filterRefusal('the audit log', error);
    return data({ refusal, entries: [], olderThan: null }, { status: 400 });
  }
}, AuditScreenSchema);

const PATH = '/audit';
const FILTER_NAMES = Object.keys(AUDIT_FILTERS);

/** For administrators: every change and every disclosure, filtered by who, where, what, and when. */
export default function AuditLog() {
  const { refusal, entries, olderThan } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const filter = new URLSearchParams(
    [...search].filter(([name, value]) => value !== '' && FILTER_NAMES.includes(name)),
  );
  const isOlder = search.has('before');
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle="Every change, and who obtained students' data. The log itself contains no students' data."
        actions={
          refusal === null ? (
            <a className="btn btn-outline" href={withQuery('/api/audit/download', filter)} download>
              Download CSV
            </a>
          ) : null
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <AuditFilters filter={filter} isRefused={refusal !== null} />
        {refusal === null ? (
          <Panel
            flush
            footer={
              isOlder || olderThan !== null ? (
                <Cluster>
                  {isOlder ? (
                    <ButtonLink size="sm" to={withQuery(PATH, filter)}>
                      Show newest entries
                    </ButtonLink>
                  ) : null}
                  {olderThan === null ? null : (
                    <ButtonLink size="sm" to={withQuery(PATH, filter, olderThan)}>
                      Show older entries
                    </ButtonLink>
                  )}
                </Cluster>
              ) : null
            }
          >
            <AuditTable entries={entries} />
          </Panel>
        ) : null}
      </Stack>
    </>
  );
}

function AuditFilters({ filter, isRefused }: { filter: URLSearchParams; isRefused: boolean }) {
  const count = new Set(filter.keys()).size;
  const field = (name: keyof typeof AUDIT_FILTERS) => ({
    name,
    label: AUDIT_FILTERS[name].label,
    defaultValue: filter.get(name) ?? '',
    span: 3 as const,
  });
  return (
    // The key fills in the fields again after Back or a link.
    <Form key={filter.toString()} method="get" action={PATH}>
      <CollapsiblePanel
        title="Filter"
        note={count === 0 ? undefined : `${count} applied`}
        defaultOpen={isRefused}
      >
        <FormStack>
          <FieldGrid>
            <TextField {...field('person')} width="full" hint="Part of a name or email address." />
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
              hint="You'll find it in the CSV file of designations."
            />
          </FieldGrid>
          {filter.has('highSchoolId') ? (
            <input type="hidden" name="highSchoolId" value={filter.get('highSchoolId') ?? ''} />
          ) : null}
          <Cluster>
            <Button type="submit" variant="primary" size="sm">
              Apply filters
            </Button>
            <ButtonLink to={PATH} variant="quiet" size="sm">
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
  const text = `${label}: ${labels[value] ?? value}`;
  const others = new URLSearchParams([...filter].filter(([other]) => other !== name));
  return (
    <Link className="filter-chip" to={withQuery(PATH, others)} aria-label={`Remove filter ${text}`}>
      {text}
    </Link>
  );
}

function withQuery(path: string, filter: URLSearchParams, before?: string): string {
  const query = new URLSearchParams(filter);
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
