import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamHighSchools } from '#app/domain/exports/stream-lists.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import { exportFormatShape } from '#app/schemas/export.ts';
import { LIST_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadHighSchools', summary: 'Download high schools' },
  ability: 'highSchool.download',
  query: HighSchoolFilterSchema.extend(exportFormatShape),
  confirmLink: LIST_DOWNLOAD,
  file: ({ ctx, query: { format, ...filter } }) =>
    streamHighSchools(ctx, { filter }, browserExport({ format })),
});
export const loader = api.loader;
export const action = api.action;
