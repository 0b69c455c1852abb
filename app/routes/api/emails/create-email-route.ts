import { startEmailTemplate } from '#app/domain/emails/start-email-template.server.ts';
import { EmailTemplateResponseSchema, EmailTemplateCreateSchema } from '#app/schemas/email.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'createEmailTemplate',
      summary: 'Create an email template',
      description: '`startWith` is a layout, or the ID of a template to copy.',
      example: { name: 'Spring news', subject: 'News for {{schools}}' },
      hasVersion: true,
    },
    ability: 'email.manage',
    body: EmailTemplateCreateSchema,
    response: EmailTemplateResponseSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const template = await startEmailTemplate(ctx, body);
      return { body: template, version: template.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
