import { removeStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { StaffInviteParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: { id: 'removeStaffInvite', summary: 'Remove a staff invite' },
    ability: 'staff.manage',
    params: StaffInviteParamsSchema,
    status: 204,
    handle: ({ ctx, params: { id, inviteId } }) => removeStaffInvite(ctx, { highSchoolId: id, inviteId }),
  }),
});

export const loader = api.loader;
export const action = api.action;
