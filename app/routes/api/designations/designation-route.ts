import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import {
  DesignationResponseSchema,
  DesignationPatchBodySchema,
  DesignationPatchSchema,
} from '#app/schemas/designation.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'getDesignation',
      summary: 'Get a designation',
      description: 'Records the disclosure of its students.',
      hasVersion: true,
    },
    ability: 'designation.read',
    params: IdParamsSchema,
    response: DesignationResponseSchema,
    handle: async ({ ctx, params }) => {
      const designation = await getDesignation(ctx, params.id);
      return { body: designation, version: designation.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateDesignation',
      summary: 'Change a designation',
      description:
        'Every field is optional; `students` replaces the whole list. A change to PENDING submits it.',
      example: { classSize: 20, criteria: 'CUMULATIVE_GPA' },
      body: DesignationPatchSchema,
      hasVersion: true,
    },
    ability: 'designation.edit',
    params: IdParamsSchema,
    body: DesignationPatchBodySchema,
    hasStudents: true,
    response: DesignationResponseSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const designation = await patchDesignation(ctx, { id: params.id, patch: body, ifMatch });
      return { body: designation, version: designation.version };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
