import { deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: { id: 'deleteNote', summary: 'Delete one of your internal notes' },
    ability: 'note.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params }) => deleteNote(ctx, params.id),
  }),
});
export const loader = api.loader;
export const action = api.action;
