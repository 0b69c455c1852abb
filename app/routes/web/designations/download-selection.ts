import { parseForm } from '#app/lib/parse-form.ts';
import { browserExport } from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SelectionDownloadSchema } from '#app/schemas/designation-bulk.ts';
import { ExportFormatQuerySchema } from '#app/schemas/export.ts';
import { fileResponse } from '#app/server/download-route.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { postedFileRoute } from '#app/server/screen-call.server.ts';

/** A file of selected designations. A POST, because it records downloads and keeps the selection out of URLs. */
const file = postedFileRoute(
  async ({ ctx, request, url }, form) => {
    authorize(ctx.actor, 'designation.download');
    const submission = parseForm(form, { schema: SelectionDownloadSchema });
    if (submission.status !== 'success') throw malformedForm();
    const { format } = parseQuery(ExportFormatQuerySchema, url.searchParams);
    const designationIds = submission.value.designations.map(({ id }) => id);
    return fileResponse(
      request,
      await streamDesignations(ctx, { designationIds }, browserExport({ format })),
    );
  },
  { returnTo: '/designations' },
);

export const loader = file.loader;
export const action = file.action;
