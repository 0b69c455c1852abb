import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { StatisticsQuerySchema, StatisticsRowSchema } from '#app/schemas/statistics.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listStatistics',
      summary: 'Get statistics',
      description: 'Totals by year, school, or city.',
    },
    ability: 'statistics.read',
    query: StatisticsQuerySchema,
    response: StatisticsRowSchema.array(),
    handle: async ({ ctx, query }) => ({ body: (await listStatistics(ctx, query)).rows }),
  }),
});
export const loader = api.loader;
export const action = api.action;
