import { countAudience, readAudience } from '#app/domain/emails/read-audience.server.ts';
import { AudienceSchema } from '#app/schemas/email-audience.ts';
import { RecipientsResponseSchema, RecipientsQuerySchema } from '#app/schemas/email.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'countRecipients',
      summary: 'Count the recipients of an audience',
      description: 'With `people=true`, also lists them and who is skipped.',
      example: { target: 'ADMINS' },
    },
    ability: 'email.manage',
    scope: 'READ',
    query: RecipientsQuerySchema,
    body: AudienceSchema,
    response: RecipientsResponseSchema,
    handle: async ({ ctx, query, body: choice }) => {
      if (query.people !== true) return { body: { recipients: await countAudience(ctx, { choice }) } };
      const { recipients, people, leftOut } = await readAudience(ctx, { choice });
      return { body: { recipients, people: [...people], leftOut: [...leftOut] } };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
