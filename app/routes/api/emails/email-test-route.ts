import { sendTest } from '#app/domain/emails/preview-email.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: { id: 'sendTestEmail', summary: 'Send yourself a test email' },
    ability: 'email.manage',
    params: IdParamsSchema,
    status: 204,
    handle: async ({ ctx, params }) => {
      await sendTest(ctx, { templateId: params.id });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
