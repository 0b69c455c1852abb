import { addDesignationNote } from '#app/domain/notes/internal-notes.server.ts';
import { listDesignationNotes } from '#app/domain/notes/read-notes.server.ts';
import { NoteResponseSchema, NoteCreateSchema } from '#app/schemas/internal-note.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listDesignationNotes',
      summary: 'List the internal notes about a designation',
      description: 'Newest first.',
    },
    ability: 'note.manage',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: NoteResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listDesignationNotes(ctx, { designationId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'addDesignationNote',
      summary: 'Add an internal note about a designation',
      example: { text: 'The principal called about the class size.' },
    },
    ability: 'note.manage',
    params: IdParamsSchema,
    body: NoteCreateSchema,
    status: 201,
    response: NoteResponseSchema,
    handle: async ({ ctx, params, body }) => ({
      body: await addDesignationNote(ctx, { designationId: params.id, text: body.text }),
    }),
  }),
});
export const loader = api.loader;
export const action = api.action;
