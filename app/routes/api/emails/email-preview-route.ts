import { previewEmail } from '#app/domain/emails/preview-email.server.ts';
import { PreviewResponseSchema, PreviewQuerySchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'previewEmail',
      summary: 'Preview an email',
      description: 'Without `email`, merge fields have sample values.',
    },
    ability: 'email.manage',
    params: IdParamsSchema,
    query: PreviewQuerySchema,
    response: PreviewResponseSchema,
    handle: async ({ ctx, params, query }) => ({
      body: await previewEmail(ctx, { id: params.id, email: query.email }),
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
