import type { PermissionScene } from './permission-scene.server.ts';
import { ADMINISTRATORS, leadingTo, type ScreenRow } from './screen-outcomes.ts';

const version = ['version', '1'] as const;

/** The rows of saved views in the matrix of the forms. */
export const VIEW_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /views': {
    outcomes: leadingTo('→ /designations', ADMINISTRATORS),
    form: () => [
      ['list', 'designations'],
      ['query', 'status=PENDING'],
      ['name', 'New view'],
    ],
  },
  'POST /views rename': {
    outcomes: leadingTo('→ /views: The view is now named “Renamed view”.', ADMINISTRATORS),
    form: ({ savedViewId }: PermissionScene) => [
      ['intent', 'rename'],
      ['id', savedViewId],
      version,
      ['name', 'Renamed view'],
    ],
  },
  'POST /views delete': {
    outcomes: leadingTo('→ /views: The view has been deleted.', ADMINISTRATORS),
    form: ({ savedViewId }: PermissionScene) => [['intent', 'delete'], ['id', savedViewId], version],
  },
};
