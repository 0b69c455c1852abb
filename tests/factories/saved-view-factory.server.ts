import { randomUUID } from 'node:crypto';
import type { ViewList } from '#app/schemas/view-lists.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

interface SavedViewOverrides {
  readonly userId: string;
  readonly name?: string;
  readonly list?: ViewList;
  readonly query?: string;
}

/** Inserts a user's saved view, by default of the pending designations. Returns its ID. */
export async function makeSavedView(orm: Orm, { userId, ...overrides }: SavedViewOverrides): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(SavedViewEntity, {
    ...{ id, user: userId, list: 'designations', name: 'To review', query: 'status=PENDING' },
    ...{ createdAt: MADE_AT, updatedAt: MADE_AT },
    ...overrides,
  });
  return id;
}
