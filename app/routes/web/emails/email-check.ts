import { checkOf, validateTemplate } from '#app/domain/emails/preview-email.server.ts';
import { EmailCheckSchema } from '#app/schemas/email-forms.ts';
import { EmailCheckResponseSchema } from '#app/schemas/email-screens.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by the editor while an email is written. Returns its errors and their positions. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'email.manage',
      body: EmailCheckSchema,
      response: EmailCheckResponseSchema,
      handle: async ({ ctx, body }) => ({ body: checkOf(await validateTemplate(ctx, body)) }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
