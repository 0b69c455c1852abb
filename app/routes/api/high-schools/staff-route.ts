import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { listStaff } from '#app/domain/high-schools/list-staff.server.ts';
import { HighSchoolStaffResponseSchema, StaffCreateSchema } from '#app/schemas/high-school.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listStaff', summary: "List a school's staff" },
    ability: 'staff.manage',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: HighSchoolStaffResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listStaff(ctx, { highSchoolId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'addStaff',
      summary: 'Add someone to the staff',
      description: "The person must have an account. Invite anyone who doesn't have one.",
      example: { userId: '$USER_ID', position: 'COUNSELOR' },
    },
    ability: 'staff.manage',
    params: IdParamsSchema,
    body: StaffCreateSchema,
    response: HighSchoolStaffResponseSchema,
    status: 201,
    handle: async ({ ctx, params, body }) => ({
      body: await addStaff(ctx, { highSchoolId: params.id, ...body }),
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
