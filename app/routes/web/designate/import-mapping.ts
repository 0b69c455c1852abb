import { findImportMapping, rememberImportMapping } from '#app/domain/students/import-mapping.server.ts';
import { ImportMappingParamsSchema, ImportMappingSchema } from '#app/schemas/import-mapping.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by the import's scripts: reads and saves how the school's columns were matched. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'designation.editDraft',
      params: ImportMappingParamsSchema,
      response: ImportMappingSchema,
      handle: async ({ ctx, params }) => ({ body: await findImportMapping(ctx, params) }),
    }),
    PATCH: endpoint({
      ability: 'designation.editDraft',
      params: ImportMappingParamsSchema,
      body: ImportMappingSchema,
      status: 204,
      handle: ({ ctx, params, body }) => rememberImportMapping(ctx, { ...params, mapping: body }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
