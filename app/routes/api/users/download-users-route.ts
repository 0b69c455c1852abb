import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'user.download',
  query: UserFilterSchema,
  asksFirst: LIST_DOWNLOAD,
  file: ({ ctx, query }) => streamUsersCsv(ctx, { filter: query }),
});
export const loader = api.loader;
export const action = api.action;
