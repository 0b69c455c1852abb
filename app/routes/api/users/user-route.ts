import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { getUser, resolveUserId } from '#app/domain/users/read-users.server.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { UserResponseSchema, UserPatchSchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getUser', summary: 'Get a user', hasVersion: true },
    ability: 'user.read',
    params: UserIdParamsSchema,
    response: UserResponseSchema,
    handle: async ({ ctx, params }) => {
      const user = await getUser(ctx, resolveUserId(ctx.actor, params.id));
      return { body: user, version: user.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateUser',
      summary: 'Change a user',
      description:
        'Only administrators may change flags. To change your own address, also send `emailCode`, the code emailed to the new one.',
      example: { phone: '(907) 555-0177' },
      hasVersion: true,
    },
    ability: 'user.edit',
    params: UserIdParamsSchema,
    body: UserPatchSchema,
    response: UserResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const user = await changeUser(ctx, { id: resolveUserId(ctx.actor, params.id), patch: body, ifMatch });
      return { body: user, version: user.version };
    },
  }),
  DELETE: endpoint({
    operation: {
      id: 'deleteUser',
      summary: 'Delete a user',
      description: "Ends the user's staff positions and sessions. The record remains, with the flag DELETED.",
      hasVersion: true,
    },
    ability: 'user.delete',
    scope: null,
    params: UserIdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) =>
      deleteUser(ctx, { id: resolveUserId(ctx.actor, params.id), ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
