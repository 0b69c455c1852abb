import { listEmailTemplates } from '#app/domain/emails/email-templates.server.ts';
import { EmailListQuerySchema, EmailTemplateResponseSchema } from '#app/schemas/email.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listEmailTemplates', summary: 'List email templates' },
    ability: 'email.manage',
    query: EmailListQuerySchema,
    response: EmailTemplateResponseSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listEmailTemplates(ctx, query);
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
