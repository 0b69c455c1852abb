import { getCopy } from '#app/domain/designations/get-copy.server.ts';
import { copyPdf } from '#app/domain/exports/copy-pdf.server.ts';
import { COPY_DOWNLOAD } from '#app/server/link-questions.ts';
import { fileResponse } from '#app/server/download-route.server.ts';
import { linkedFileRoute } from '#app/server/screen-call.server.ts';
import { screenId } from '#app/server/web-route.server.ts';

/** The complete copy of what was submitted, as a PDF. */
const file = linkedFileRoute(
  async ({ ctx, request, params }) => {
    const id = screenId(params);
    return fileResponse(request, await copyPdf(ctx, () => getCopy(ctx, id, 'designation.pdf')));
  },
  { confirmLink: COPY_DOWNLOAD, returnTo: ({ id }) => `/designations/${id}/copy` },
);

export const loader = file.loader;
export const action = file.action;
