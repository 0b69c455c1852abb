import { listDuplicatePairs } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { DuplicatePairSchema, DuplicatePairsQuerySchema } from '#app/schemas/duplicate-pair.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listDuplicatePairs',
      summary: 'List pairs of schools with possible duplicates',
      description:
        "Doesn't name students. By default, `academicYearId` is the active year. Pairs in which both designations are approved come last.",
    },
    ability: 'designation.readWarnings',
    query: DuplicatePairsQuerySchema,
    response: DuplicatePairSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listDuplicatePairs(ctx, query);
      return { body: [...items], total };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
