import { z } from 'zod';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { StudentResponseSchema } from '#app/schemas/student.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listStudents',
      summary: "List a designation's students",
      description: 'Records the disclosure.',
    },
    ability: 'designation.read',
    params: IdParamsSchema,
    response: z.array(StudentResponseSchema),
    handle: async ({ ctx, params }) => ({ body: (await getDesignation(ctx, params.id)).students }),
  }),
});
export const loader = api.loader;
export const action = api.action;
