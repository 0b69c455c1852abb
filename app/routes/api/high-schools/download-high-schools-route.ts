import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import { LIST_DOWNLOAD } from '#app/server/ask-first.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  ability: 'highSchool.download',
  query: HighSchoolFilterSchema,
  asksFirst: LIST_DOWNLOAD,
  file: ({ ctx, query }) => streamHighSchoolsCsv(ctx, { filter: query }),
});
export const loader = api.loader;
export const action = api.action;
