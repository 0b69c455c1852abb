import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { DesignationExportQuerySchema } from '#app/schemas/export.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: {
    id: 'downloadDesignationsOfYear',
    summary: "Download a year's designations",
    description: 'Marks them as downloaded and records the disclosure.',
  },
  ability: 'designation.download',
  params: IdParamsSchema,
  query: DesignationExportQuerySchema,
  confirmLink: DESIGNATIONS_DOWNLOAD,
  file: ({ ctx, params, query }) =>
    streamDesignations(ctx, { academicYearId: params.id }, browserExport(query)),
});
export const loader = api.loader;
export const action = api.action;
