import {
  changeSavedView,
  deleteSavedView,
  getSavedView,
} from '#app/domain/saved-views/saved-views.server.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { SavedViewPatchSchema, SavedViewSchema } from '#app/schemas/saved-view.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getSavedView', summary: 'Get one of your saved views', hasVersion: true },
    ability: 'savedView.manage',
    params: IdParamsSchema,
    response: SavedViewSchema,
    handle: async ({ ctx, params }) => {
      const view = await getSavedView(ctx, params.id);
      return { body: view, version: view.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateSavedView',
      summary: 'Change one of your saved views',
      example: { name: 'To review' },
      hasVersion: true,
    },
    ability: 'savedView.manage',
    params: IdParamsSchema,
    body: SavedViewPatchSchema,
    response: SavedViewSchema,
    handle: async ({ ctx, params, body, ifMatch }) => {
      const view = await changeSavedView(ctx, { id: params.id, patch: body, ifMatch });
      return { body: view, version: view.version };
    },
  }),
  DELETE: endpoint({
    operation: { id: 'deleteSavedView', summary: 'Delete one of your saved views', hasVersion: true },
    ability: 'savedView.manage',
    params: IdParamsSchema,
    status: 204,
    handle: ({ ctx, params, ifMatch }) => deleteSavedView(ctx, { id: params.id, ifMatch }),
  }),
});

export const loader = api.loader;
export const action = api.action;
