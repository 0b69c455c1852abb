import { announceReviewer, leaveDesignation } from '#app/domain/designations/designation-editors.server.ts';
import {
  AnnounceSchema,
  LeaveQuerySchema,
  ReviewersResponseSchema,
} from '#app/schemas/designation-editing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by the review page's script to announce an open tab, and to report that it closed. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'designation.decide',
      params: IdParamsSchema,
      body: AnnounceSchema,
      response: ReviewersResponseSchema,
      handle: async ({ ctx, params, body }) => ({
        body: await announceReviewer(ctx, { ...params, ...body }),
      }),
    }),
    DELETE: endpoint({
      ability: 'designation.decide',
      params: IdParamsSchema,
      query: LeaveQuerySchema,
      status: 204,
      handle: async ({ ctx, params, query }) => leaveDesignation(ctx, { ...params, ...query }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
