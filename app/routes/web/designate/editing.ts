import { announceEditor, leaveDesignation } from '#app/domain/designations/designation-editors.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import {
  AnnounceSchema,
  DraftSavedSchema,
  DraftSaveSchema,
  EditingResponseSchema,
  LeaveQuerySchema,
} from '#app/schemas/designation-editing.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

/** Called by the steps' scripts to announce an open tab, save its draft, and report that the tab closed. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'designation.editDraft',
      params: IdParamsSchema,
      body: AnnounceSchema,
      response: EditingResponseSchema,
      handle: async ({ ctx, params, body }) => ({ body: await announceEditor(ctx, { ...params, ...body }) }),
    }),
    PATCH: endpoint({
      ability: 'designation.editDraft',
      params: IdParamsSchema,
      body: DraftSaveSchema,
      hasStudents: true,
      response: DraftSavedSchema,
      handle: async ({ ctx, params, body }) => ({ body: await saveDraft(ctx, { ...params, save: body }) }),
    }),
    DELETE: endpoint({
      ability: 'designation.editDraft',
      params: IdParamsSchema,
      query: LeaveQuerySchema,
      status: 204,
      handle: async ({ ctx, params, query }) => leaveDesignation(ctx, { ...params, ...query }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
