import { administrators } from './callers.ts';
import type { PermissionScene } from './permission-scene.server.ts';

/** Rows of CALL_MATRIX for the office's notes, snoozed schools, settings, and lists. */
export const OFFICE_CALLS = {
  'GET settings': { statuses: administrators(200) },
  'PATCH settings': { statuses: administrators(200), body: () => ({ appName: 'Renamed' }) },
  'GET designations/duplicates': { statuses: administrators(200) },
  'GET designations/duplicates/{id}/{otherId}': {
    statuses: [401, 401, 401, 404, 404, 404, 403, 200],
    path: ({ designation, begun }: PermissionScene) =>
      `designations/duplicates/${designation.id}/${begun.id}`,
  },
  'GET highschools/outstanding': { statuses: administrators(200) },
  'GET audit': { statuses: administrators(200) },
  'GET audit/download': { statuses: administrators(200) },
  'GET statistics': { statuses: administrators(200) },
  'GET statistics/download': { statuses: administrators(200) },
  'POST search': { statuses: administrators(200), body: () => ({ text: 'secret' }) },
  'GET designations/{id}/notes': {
    statuses: administrators(200),
    path: ({ designation }: PermissionScene) => `designations/${designation.id}/notes`,
  },
  'POST designations/{id}/notes': {
    statuses: administrators(201),
    path: ({ designation }: PermissionScene) => `designations/${designation.id}/notes`,
    body: () => ({ text: 'Ask the registrar.' }),
  },
  'GET highschools/{id}/notes': {
    statuses: administrators(200),
    path: ({ school }: PermissionScene) => `highschools/${school.id}/notes`,
  },
  'POST highschools/{id}/notes': {
    statuses: administrators(201),
    path: ({ school }: PermissionScene) => `highschools/${school.id}/notes`,
    body: () => ({ text: 'Ask the registrar.' }),
  },
  'POST highschools/{id}/snooze': {
    statuses: administrators(200),
    path: ({ school }: PermissionScene) => `highschools/${school.id}/snooze`,
    body: () => ({ until: '2999-01-19' }),
  },
  'DELETE highschools/{id}/snooze': {
    statuses: administrators(204),
    path: ({ school }: PermissionScene) => `highschools/${school.id}/snooze`,
  },
  'GET users/{id}/merge/{intoId}': {
    statuses: administrators(200),
    path: ({ colleague, neighbor }: PermissionScene) => `users/${colleague.id}/merge/${neighbor.id}`,
  },
  'POST users/{id}/merge/{intoId}': {
    statuses: administrators(200),
    path: ({ colleague, neighbor }: PermissionScene) => `users/${colleague.id}/merge/${neighbor.id}`,
    body: () => ({ intoVersion: 1 }),
  },
  'DELETE notes/{id}': {
    statuses: administrators(204),
    path: ({ noteId }: PermissionScene) => `notes/${noteId}`,
  },
};
