import { useLoaderData } from '@remix-run/react';
import { CallPanel } from '#app/components/reference/call-panel.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { authorize } from '#app/policy/authorize.ts';
import { ApiReferenceGroupScreenSchema } from '#app/schemas/api-reference.ts';
import { openApiDocument } from '#app/server/openapi/openapi-document.server.ts';
import { referenceGroup } from '#app/server/openapi/reference-pages.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('API Reference');

export const loader = screen(async ({ ctx, params, loadContext }) => {
  authorize(ctx.actor, 'api.readReference');
  const document = await openApiDocument(await loadContext.restCalls(), ctx.settings);
  return referenceGroup(document, params['group'] ?? '');
}, ApiReferenceGroupScreenSchema);

/** The calls of one group, with their parameters, bodies, and responses. */
export default function ApiReferenceGroup() {
  const { name, description, calls } = useLoaderData<typeof loader>();
  return (
    <div className="reference">
      <PageHeader title={name} subtitle={description} back={{ to: '/api/docs', label: 'API Reference' }} />
      <Stack>
        {calls.map((call) => (
          <CallPanel key={call.id} call={call} />
        ))}
      </Stack>
    </div>
  );
}
