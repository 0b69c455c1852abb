import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { previewMerge } from '#app/domain/users/read-merge.server.ts';
import {
  UserMergeResponseSchema,
  UserMergeParamsSchema,
  UserMergePreviewSchema,
  UserMergeSchema,
} from '#app/schemas/user-merge.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'previewUserMerge',
      summary: 'Preview the merge of two users',
      description:
        "Returns both accounts and the positions after the merge. If they can't be merged, `refusal` says why.",
    },
    ability: 'user.merge',
    scope: null,
    params: UserMergeParamsSchema,
    response: UserMergePreviewSchema,
    handle: async ({ ctx, params }) => ({
      body: await previewMerge(ctx, { fromId: params.id, intoId: params.intoId }),
    }),
  }),
  POST: endpoint({
    operation: {
      id: 'mergeUsers',
      summary: 'Merge two users',
      description:
        "For two accounts of the same person. Moves everything from `id` to `intoId` and deletes `id`. From then on, the person signs in with the address of `intoId`. This can't be undone. `If-Match` is for the version of `id`.",
      example: { intoVersion: 1 },
      acceptsIfMatch: true,
    },
    ability: 'user.merge',
    scope: null,
    params: UserMergeParamsSchema,
    body: UserMergeSchema,
    response: UserMergeResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => ({
      body: await mergeUsers(ctx, {
        ...{ fromId: params.id, intoId: params.intoId, ifMatch },
        intoIfMatch: body.intoVersion ?? null,
      }),
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
