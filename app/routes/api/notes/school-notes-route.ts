import { addSchoolNote } from '#app/domain/notes/internal-notes.server.ts';
import { listSchoolNotes } from '#app/domain/notes/read-notes.server.ts';
import { NoteResponseSchema, SchoolNoteCreateSchema } from '#app/schemas/internal-note.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listHighSchoolNotes',
      summary: 'List the internal notes about a high school',
      description: 'Newest first, without those about its designations.',
    },
    ability: 'note.manage',
    params: IdParamsSchema,
    query: ListQuerySchema,
    response: NoteResponseSchema.array(),
    handle: async ({ ctx, params, query }) => {
      const { items, total } = await listSchoolNotes(ctx, { highSchoolId: params.id, query });
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'addHighSchoolNote',
      summary: 'Add an internal note about a high school, or log a phone call',
      example: { kind: 'CALL', text: 'They will send the list on Friday.' },
    },
    ability: 'note.manage',
    params: IdParamsSchema,
    body: SchoolNoteCreateSchema,
    status: 201,
    response: NoteResponseSchema,
    handle: async ({ ctx, params, body }) => ({
      body: await addSchoolNote(ctx, { highSchoolId: params.id, ...body }),
    }),
  }),
});
export const loader = api.loader;
export const action = api.action;
