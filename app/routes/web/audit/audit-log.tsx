import { data } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { AuditFilters, auditHref } from '#app/components/audit/audit-filters.tsx';
import { AuditTable } from '#app/components/audit/audit-table.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
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
        subtitle="Every change, and everyone who saw or downloaded students' data. The log doesn't contain the data itself."
        actions={
          refusal === null ? (
            <a className="btn btn-outline" href={`/api/audit/download?${filter.toString()}`} download>
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
                    <ButtonLink size="sm" to={auditHref(filter)}>
                      Show newest entries
                    </ButtonLink>
                  ) : null}
                  {olderThan === null ? null : (
                    <ButtonLink size="sm" to={auditHref(filter, olderThan)}>
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
