import { z } from 'zod';
import { previewForRecipient } from '#app/domain/emails/preview-email.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { AccountEmail } from '#app/schemas/fields.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { audienceOfUrl } from './audience-url.server.ts';
import { framedEmail } from './framed-email.ts';

/** The message to one recipient, for a frame of the send screen. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'email.manage',
      params: IdParamsSchema,
      query: z.looseObject({ email: AccountEmail }),
      handle: async ({ ctx, params, query: { email }, request }) => {
        const choice = audienceOfUrl(new URL(request.url).searchParams);
        if (choice === null) throw new NotFound("This person won't receive this email.");
        return framedEmail({
          to: email,
          ...(await previewForRecipient(ctx, { templateId: params.id, choice, email })),
        });
      },
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
