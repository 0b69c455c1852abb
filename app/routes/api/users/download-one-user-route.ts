import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { csvResponse } from '#app/server/csv-response.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'user.download',
    params: UserIdParamsSchema,
    asksFirst: LIST_DOWNLOAD,
    handle: async ({ ctx, params, request }) =>
      csvResponse(request, await streamUsersCsv(ctx, { userId: resolveUserId(ctx.actor, params.id) })),
  }),
});
export const loader = api.loader;
export const action = api.action;
