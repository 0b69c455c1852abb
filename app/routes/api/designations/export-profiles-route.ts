import { createExportProfile, listExportProfiles } from '#app/domain/exports/export-profiles.server.ts';
import { ExportProfileCreateSchema, ExportProfileSchema } from '#app/schemas/export.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listExportProfiles', summary: 'List export profiles' },
    ability: 'designation.download',
    query: ListQuerySchema,
    response: ExportProfileSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listExportProfiles(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createExportProfile',
      summary: 'Create an export profile',
      description:
        '`columns` are headers of the Excel workbook of designations, in order. All headers of the CSV file are among them.',
      example: { name: 'Names only', columns: ['first', 'last'] },
      hasVersion: true,
    },
    ability: 'designation.download',
    body: ExportProfileCreateSchema,
    response: ExportProfileSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const profile = await createExportProfile(ctx, body);
      return { body: profile, version: profile.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
