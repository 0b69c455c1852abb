import { createExportProfile, listExportProfiles } from '#app/domain/exports/export-profiles.server.ts';
import { ExportProfileCreateSchema, ExportProfileSchema } from '#app/schemas/export.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'designation.download',
    query: ListQuerySchema,
    answer: ExportProfileSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listExportProfiles(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    ability: 'designation.download',
    body: ExportProfileCreateSchema,
    answer: ExportProfileSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const profile = await createExportProfile(ctx, body);
      return { body: profile, version: profile.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
