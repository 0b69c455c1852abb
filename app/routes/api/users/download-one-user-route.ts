import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { ExportFormatQuerySchema } from '#app/schemas/export.ts';
import { streamUsers } from '#app/domain/exports/stream-lists.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { LIST_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadUser', summary: 'Download a user' },
  ability: 'user.download',
  params: UserIdParamsSchema,
  query: ExportFormatQuerySchema,
  confirmLink: LIST_DOWNLOAD,
  file: ({ ctx, params, query }) =>
    streamUsers(ctx, { userId: resolveUserId(ctx.actor, params.id) }, browserExport(query)),
});
export const loader = api.loader;
export const action = api.action;
