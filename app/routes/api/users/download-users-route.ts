import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamUsers } from '#app/domain/exports/stream-lists.server.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import { exportFormatShape } from '#app/schemas/export.ts';
import { LIST_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadUsers', summary: 'Download users' },
  ability: 'user.download',
  query: UserFilterSchema.extend(exportFormatShape),
  confirmLink: LIST_DOWNLOAD,
  file: ({ ctx, query: { format, ...filter } }) => streamUsers(ctx, { filter }, browserExport({ format })),
});
export const loader = api.loader;
export const action = api.action;
