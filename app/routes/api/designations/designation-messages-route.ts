import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { listMessages } from '#app/domain/messages/read-messages.server.ts';
import { MessageResponseSchema, MessageCreateSchema } from '#app/schemas/designation-message.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listMessages',
      summary: "List a designation's messages",
      description: "Newest first. Doesn't mark them as read.",
    },
    ability: 'designation.message',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: MessageResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listMessages(ctx, { designationId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'postMessage',
      summary: 'Send a message',
      description: 'Repeating your last message within ten minutes returns that message with 200.',
      example: { text: 'Is the class size right?' },
      otherStatus: 201,
    },
    ability: 'designation.message',
    params: IdParamsSchema,
    body: MessageCreateSchema,
    response: MessageResponseSchema,
    handle: async ({ ctx, params, body }) => {
      const { message, created } = await postMessage(ctx, { designationId: params.id, text: body.text });
      return { body: message, status: created ? 201 : 200 };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
