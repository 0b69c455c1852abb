import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { DesignationResponseSchema } from '#app/schemas/designation.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'undoDecision',
      summary: 'Undo a decision',
      description:
        'Works for a minute after the decision. Restores the status, reasons, and note, and cancels the email.',
      hasVersion: true,
      acceptsIfMatch: true,
    },
    ability: 'designation.decide',
    params: IdParamsSchema,
    response: DesignationResponseSchema,
    handle: async ({ ctx, params, ifMatch }) => {
      const designation = await undoDecision(ctx, { id: params.id, ifMatch });
      return { body: designation, version: designation.version };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
