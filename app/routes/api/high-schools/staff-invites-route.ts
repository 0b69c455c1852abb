import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { listStaffInvites } from '#app/domain/invites/list-invites.server.ts';
import { StaffInviteResponseSchema, StaffInviteCreateSchema } from '#app/schemas/high-school.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listStaffInvites', summary: "List a school's staff invites" },
    ability: 'staff.manage',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: StaffInviteResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listStaffInvites(ctx, { highSchoolId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'inviteStaff',
      summary: 'Invite someone to the staff',
      description: 'Staff receive the same response for every address.',
      example: { email: 'colleague@school.example.org', position: 'COUNSELOR' },
    },
    ability: 'staff.manage',
    params: IdParamsSchema,
    body: StaffInviteCreateSchema,
    status: 204,
    handle: async ({ ctx, params, body }) => {
      await inviteStaff(ctx, { highSchoolId: params.id, ...body });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
