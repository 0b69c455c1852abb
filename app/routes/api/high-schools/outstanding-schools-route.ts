import { listOutstanding } from '#app/domain/home/admin-home.server.ts';
import { OutstandingQuerySchema, OutstandingSchoolSchema } from '#app/schemas/home-screens.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listOutstandingSchools',
      summary: 'List outstanding schools',
      description:
        "Active schools that haven't submitted a designation in the active year, or haven't resubmitted a returned one. Schools with the most students last year come first, and snoozed schools last.",
    },
    ability: 'home.overview',
    query: OutstandingQuerySchema,
    response: OutstandingSchoolSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listOutstanding(ctx, query);
      return { body: [...items], total };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
