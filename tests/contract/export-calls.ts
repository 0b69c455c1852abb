import type { PermissionScene } from './permission-scene.server.ts';

/** The status for each of WHO when administrators receive `done`. */
const administrators = (done: number) => [401, 401, 401, 403, 403, 403, 403, done];
const profile = ({ exportProfileId }: PermissionScene) => `designations/profiles/${exportProfileId}`;

/** The rows of the API reference, downloads of designations, and export profiles in the permission matrix of the REST calls. */
export const EXPORT_CALLS = {
  'GET openapi.json': { answers: [401, 401, 401, 200, 200, 200, 200, 200] },
  'GET designations/download': { answers: administrators(200) },
  'GET designations/download/{id}': {
    answers: administrators(200),
    path: ({ designation }: PermissionScene) => `designations/download/${designation.id}`,
  },
  'GET designations/download/highschool/{id}': {
    answers: administrators(200),
    path: ({ school }: PermissionScene) => `designations/download/highschool/${school.id}`,
  },
  'GET designations/download/user/{id}': {
    answers: administrators(200),
    path: ({ colleague }: PermissionScene) => `designations/download/user/${colleague.id}`,
  },
  'GET designations/download/year/{id}': {
    answers: administrators(200),
    path: ({ year }: PermissionScene) => `designations/download/year/${year.id}`,
  },
  'GET designations/profiles': { answers: administrators(200) },
  'POST designations/profiles': {
    answers: administrators(201),
    body: () => ({ name: 'New profile', columns: ['last'] }),
  },
  'GET designations/profiles/{id}': { answers: administrators(200), path: profile },
  'PATCH designations/profiles/{id}': {
    answers: administrators(200),
    path: profile,
    body: () => ({ name: 'Renamed profile' }),
  },
  'DELETE designations/profiles/{id}': { answers: administrators(204), path: profile },
};
