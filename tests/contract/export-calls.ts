import { administrators } from './callers.ts';
import type { PermissionScene } from './permission-scene.server.ts';

const profile = ({ exportProfileId }: PermissionScene) => `designations/profiles/${exportProfileId}`;

/** Rows of CALL_MATRIX for the API reference, downloads of designations, and export profiles. */
export const EXPORT_CALLS = {
  'GET openapi.json': { statuses: [401, 401, 401, 200, 200, 200, 200, 200] },
  'GET designations/download': { statuses: administrators(200) },
  'GET designations/download/{id}': {
    statuses: administrators(200),
    path: ({ designation }: PermissionScene) => `designations/download/${designation.id}`,
  },
  'GET designations/download/highschool/{id}': {
    statuses: administrators(200),
    path: ({ school }: PermissionScene) => `designations/download/highschool/${school.id}`,
  },
  'GET designations/download/user/{id}': {
    statuses: administrators(200),
    path: ({ colleague }: PermissionScene) => `designations/download/user/${colleague.id}`,
  },
  'GET designations/download/year/{id}': {
    statuses: administrators(200),
    path: ({ year }: PermissionScene) => `designations/download/year/${year.id}`,
  },
  'GET designations/profiles': { statuses: administrators(200) },
  'POST designations/profiles': {
    statuses: administrators(201),
    body: () => ({ name: 'New profile', columns: ['last'] }),
  },
  'GET designations/profiles/{id}': { statuses: administrators(200), path: profile },
  'PATCH designations/profiles/{id}': {
    statuses: administrators(200),
    path: profile,
    body: () => ({ name: 'Renamed profile' }),
  },
  'DELETE designations/profiles/{id}': { statuses: administrators(204), path: profile },
};
