import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { EmailSendResponseSchema, EmailSendSchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { idempotencyKeyOf } from '#app/server/idempotency-key.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'sendEmail',
      summary: 'Send an email',
      description:
        'Queues one email per recipient. Sending the same template to the same audience again within a minute requires `again`.',
      example: { target: 'ADMINS' },
      headers: {
        'Idempotency-Key': 'For 24 hours, the same key returns the first response and sends nothing again.',
      },
    },
    ability: 'email.manage',
    params: IdParamsSchema,
    body: EmailSendSchema,
    response: EmailSendResponseSchema,
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
