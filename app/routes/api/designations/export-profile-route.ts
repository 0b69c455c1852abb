import {
  changeExportProfile,
  deleteExportProfile,
  getExportProfile,
} from '#app/domain/exports/export-profiles.server.ts';
import { ExportProfilePatchSchema, ExportProfileSchema } from '#app/schemas/export.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getExportProfile', summary: 'Get an export profile', hasVersion: true },
    ability: 'designation.download',
    params: IdParamsSchema,
    response: ExportProfileSchema,
    handle: async ({ ctx, params }) => {
      const profile = await getExportProfile(ctx, params.id);
      return { body: profile, version: profile.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateExportProfile',
      summary: 'Change an export profile',
      example: { name: 'Names and schools' },
      hasVersion: true,
    },
    ability: 'designation.download',
    params: IdParamsSchema,
    body: ExportProfilePatchSchema,
    response: ExportProfileSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const profile = await changeExportProfile(ctx, { id: params.id, patch: body, ifMatch });
      return { body: profile, version: profile.version };
    },
  }),
  DELETE: endpoint({
    operation: { id: 'deleteExportProfile', summary: 'Delete an export profile', hasVersion: true },
    ability: 'designation.download',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) => deleteExportProfile(ctx, { id: params.id, ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
