import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { EmailSendAnswerSchema, EmailSendSchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { idempotencyKeyOf } from '#app/server/idempotency-key.ts';

const api = apiRoute({
  POST: endpoint({
    ability: 'email.manage',
    params: IdParamsSchema,
    body: EmailSendSchema,
    answer: EmailSendAnswerSchema,
    handle: async ({ ctx, params, body, request }) => {
      const { except, scheduledAt, again, ...choice } = body;
      const key = idempotencyKeyOf(request);
      const email = { templateId: params.id, choice, except, scheduledAt, again, key };
      const { sentEmails, deliveryId } = await sendEmail(ctx, email);
      return { body: { sentEmails, deliveryId } };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
