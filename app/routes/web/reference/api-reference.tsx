import { Link, useLoaderData } from '@remix-run/react';
import { WithCode } from '#app/components/reference/with-code.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { authorize } from '#app/policy/authorize.ts';
import { ApiReferenceScreenSchema, type ApiReferenceScreen } from '#app/schemas/api-reference.ts';
import { openApiDocument } from '#app/server/openapi/openapi-document.server.ts';
import { referenceOverview } from '#app/server/openapi/reference-pages.ts';
import { screen } from '#app/server/web-route.server.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('API Reference');

export const loader = screen(async ({ ctx, loadContext }) => {
  authorize(ctx.actor, 'api.readReference');
  return referenceOverview(await openApiDocument(await loadContext.restCalls(), ctx.settings));
}, ApiReferenceScreenSchema);

/** Every call of the REST API, by group. */
export default function ApiReference() {
  const { groups } = useLoaderData<typeof loader>();
  const { appName } = useSite();
  return (
    <div className="reference">
      <PageHeader
        title="API Reference"
        subtitle={`The REST API of ${appName}, for scripts and other systems`}
      />
      <Stack>
        <Panel title="Before you start">
          <p>
            Each call has the same permissions that you have in the browser. Create an{' '}
            <Link to="/account/tokens">access token</Link>, and send it with each call:
          </p>
          <pre className="code-sample" tabIndex={0} role="group" aria-label="A call with an access token">
            {CALL}
          </pre>
          <p>
            Bodies are JSON. Times are ISO 8601 in UTC. Lists return every entry, unless you page through them
            with <code>limit</code> and <code>offset</code>. Every error has a <code>message</code>, and a 400
            lists what&apos;s wrong under <code>issues</code>.
          </p>
          <p className="mb-0">
            For tools and generated clients: <a href="/api/openapi.json">the OpenAPI 3.1 document</a>.
          </p>
        </Panel>
        {groups.map(({ slug, name, description, calls }) => (
          <Panel key={slug} title={<Link to={`/api/docs/${slug}`}>{name}</Link>} flush>
            <p className="reference-group">
              <WithCode text={description} />
            </p>
            <CallTable name={name} slug={slug} calls={calls} />
          </Panel>
        ))}
      </Stack>
    </div>
  );
}

const CALL = `export APP_URL=https://… TOKEN=laurel_…
curl -H "Authorization: Bearer $TOKEN" "$APP_URL/api/users/@me"`;

interface CallTableProps {
  readonly name: string;
  readonly slug: string;
  readonly calls: ApiReferenceScreen['groups'][number]['calls'];
}

/** A group's calls, each linked to its description. */
function CallTable({ name, slug, calls }: CallTableProps) {
  return (
    <DataTable
      caption={`Calls: ${name}`}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'summary',
          header: 'What it does',
          rowHeader: true,
          cell: ({ id, summary }) => <Link to={`/api/docs/${slug}#${id}`}>{summary}</Link>,
        },
        { key: 'method', header: 'Method', cell: ({ method }) => <code>{method}</code> },
        { key: 'path', header: 'Path', cell: ({ path }) => <code className="text-break">{path}</code> },
      ]}
    />
  );
}
