import { changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { HighSchoolStaffResponseSchema, StaffPatchSchema } from '#app/schemas/high-school.ts';
import { StaffParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  PATCH: endpoint({
    operation: {
      id: 'changeStaffPosition',
      summary: "Change someone's position",
      example: { position: 'PRINCIPAL' },
    },
    ability: 'staff.manage',
    params: StaffParamsSchema,
    body: StaffPatchSchema,
    response: HighSchoolStaffResponseSchema,
    handle: async ({ ctx, params: { id, userId }, body }) => ({
      body: await changeStaff(ctx, { highSchoolId: id, userId, ...body }),
    }),
  }),
  DELETE: endpoint({
    operation: { id: 'removeStaff', summary: 'Remove someone from the staff' },
    ability: 'staff.manage',
    params: StaffParamsSchema,
    status: 204,
    handle: ({ ctx, params: { id, userId } }) => removeStaff(ctx, { highSchoolId: id, userId }),
  }),
});

export const loader = api.loader;
export const action = api.action;
