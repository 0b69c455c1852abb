import { createSavedView, listSavedViews } from '#app/domain/saved-views/saved-views.server.ts';
import { SavedViewCreateSchema, SavedViewListQuerySchema, SavedViewSchema } from '#app/schemas/saved-view.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listSavedViews', summary: 'List your saved views' },
    ability: 'savedView.manage',
    query: SavedViewListQuerySchema,
    response: SavedViewSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listSavedViews(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createSavedView',
      summary: 'Save a view of a list',
      description: '`query` is the part after `?` in the address of the list.',
      example: { name: 'Waiting for review', list: 'designations', query: 'status=PENDING' },
      hasVersion: true,
    },
    ability: 'savedView.manage',
    body: SavedViewCreateSchema,
    response: SavedViewSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const view = await createSavedView(ctx, body);
      return { body: view, version: view.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
