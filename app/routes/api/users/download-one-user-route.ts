import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'user.download',
  params: UserIdParamsSchema,
  asksFirst: LIST_DOWNLOAD,
  file: ({ ctx, params }) => streamUsersCsv(ctx, { userId: resolveUserId(ctx.actor, params.id) }),
});
export const loader = api.loader;
export const action = api.action;
