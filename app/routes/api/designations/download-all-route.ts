import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { DesignationFilterSchema } from '#app/schemas/designation.ts';
import { designationExportShape } from '#app/schemas/export.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: {
    id: 'downloadDesignations',
    summary: 'Download designations',
    description: 'Marks them as downloaded and records the disclosure.',
  },
  ability: 'designation.download',
  query: DesignationFilterSchema.extend(designationExportShape),
  confirmLink: DESIGNATIONS_DOWNLOAD,
  file: ({ ctx, query: { format, profile, ...filter } }) =>
    streamDesignations(ctx, { filter }, browserExport({ format, profile })),
});
export const loader = api.loader;
export const action = api.action;
