import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { ExportFormatQuerySchema } from '#app/schemas/export.ts';
import { streamHighSchools } from '#app/domain/exports/stream-lists.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { LIST_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadHighSchool', summary: 'Download a high school' },
  ability: 'highSchool.download',
  params: IdParamsSchema,
  query: ExportFormatQuerySchema,
  confirmLink: LIST_DOWNLOAD,
  file: ({ ctx, params, query }) => streamHighSchools(ctx, { highSchoolId: params.id }, browserExport(query)),
});
export const loader = api.loader;
export const action = api.action;
