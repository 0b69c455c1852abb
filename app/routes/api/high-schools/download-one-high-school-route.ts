import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'highSchool.download',
  params: IdParamsSchema,
  asksFirst: LIST_DOWNLOAD,
  file: ({ ctx, params }) => streamHighSchoolsCsv(ctx, { highSchoolId: params.id }),
});
export const loader = api.loader;
export const action = api.action;
