import type { PermissionScene } from './permission-scene.server.ts';
import { ADMINISTRATORS, leadingTo, type ScreenRow } from './screen-answers.ts';

/** The status for each of WHO when administrators receive `done`. */
const administrators = (done: number) => [401, 401, 401, 403, 403, 403, 403, done];
const savedView = ({ savedViewId }: PermissionScene) => `users/@me/views/${savedViewId}`;
const version = ['version', '1'] as const;

/** The rows of the caller's own invites and saved views in the permission matrix of the REST calls. */
export const OWN_CALLS = {
  'GET users/@me/invites': { answers: [401, 401, 401, 200, 200, 200, 200, 200] },
  'POST users/@me/invites/{id}/accept': {
    answers: [401, 401, 401, 204, 404, 404, 404, 404],
    path: ({ ownInviteId }: PermissionScene) => `users/@me/invites/${ownInviteId}/accept`,
  },
  'POST users/@me/invites/{id}/decline': {
    answers: [401, 401, 401, 204, 404, 404, 404, 404],
    path: ({ ownInviteId }: PermissionScene) => `users/@me/invites/${ownInviteId}/decline`,
  },
  'GET users/@me/views': { answers: administrators(200) },
  'POST users/@me/views': {
    answers: administrators(201),
    body: () => ({ name: 'New view', list: 'designations', query: 'status=PENDING' }),
  },
  'GET users/@me/views/{id}': { answers: administrators(200), path: savedView },
  'PATCH users/@me/views/{id}': {
    answers: administrators(200),
    path: savedView,
    body: () => ({ name: 'Renamed view' }),
  },
  'DELETE users/@me/views/{id}': { answers: administrators(204), path: savedView },
};

/** The rows of saved views in the matrix of the forms. */
export const VIEW_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /views': {
    answers: leadingTo('→ /designations', ADMINISTRATORS),
    form: () => [
      ['list', 'designations'],
      ['query', 'status=PENDING'],
      ['name', 'New view'],
    ],
  },
  'POST /views rename': {
    answers: leadingTo('→ /views: The view is now named “Renamed view”.', ADMINISTRATORS),
    form: ({ savedViewId }: PermissionScene) => [
      ['intent', 'rename'],
      ['id', savedViewId],
      version,
      ['name', 'Renamed view'],
    ],
  },
  'POST /views delete': {
    answers: leadingTo('→ /views: The view has been deleted.', ADMINISTRATORS),
    form: ({ savedViewId }: PermissionScene) => [
      ['intent', 'delete'],
      ['id', savedViewId],
      version,
      ['name', 'Private view'],
    ],
  },
};
