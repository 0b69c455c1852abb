import {
  changeEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
} from '#app/domain/emails/email-templates.server.ts';
import { EmailTemplateResponseSchema, EmailTemplatePatchSchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getEmailTemplate', summary: 'Get an email template', hasVersion: true },
    ability: 'email.manage',
    params: IdParamsSchema,
    response: EmailTemplateResponseSchema,
    handle: async ({ ctx, params }) => {
      const template = await getEmailTemplate(ctx, params.id);
      return { body: template, version: template.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateEmailTemplate',
      summary: 'Change an email template',
      example: { subject: 'News from the office' },
      hasVersion: true,
    },
    ability: 'email.manage',
    params: IdParamsSchema,
    body: EmailTemplatePatchSchema,
    response: EmailTemplateResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const template = await changeEmailTemplate(ctx, { id: params.id, patch: body, ifMatch });
      return { body: template, version: template.version };
    },
  }),
  DELETE: endpoint({
    operation: { id: 'deleteEmailTemplate', summary: 'Delete an email template', hasVersion: true },
    ability: 'email.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) => deleteEmailTemplate(ctx, { id: params.id, ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
