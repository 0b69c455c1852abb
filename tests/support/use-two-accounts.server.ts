import { beforeEach } from 'vitest';
import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { actorOf, makeAdmin, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const NAME = { firstName: 'Jane', lastName: 'Doe' };

/** Two accounts of one person, with an old and a current address. */
export interface TwoAccounts {
  readonly orm: Orm;
  readonly admin: UserActor;
  readonly old: MadeUser;
  readonly current: MadeUser;
  /** Merges the old account into the current one, unless `pair` names others. By the administrator, unless by `actor`. */
  readonly merge: (
    actor?: Actor,
    pair?: { readonly from?: string; readonly into?: string },
  ) => ReturnType<typeof mergeUsers>;
}

/** Makes the accounts in a new database for each test, before hooks that are registered later. */
export function useTwoAccounts(take: (given: TwoAccounts) => unknown): void {
  const database = useDatabase('each test');
  beforeEach(async () => {
    const orm = await database.openOrm();
    const admin = actorOf(await makeAdmin(orm));
    const old = await makeUser(orm, { ...NAME, email: 'jane@old.example.org' });
    const current = await makeUser(orm, { ...NAME, email: 'jane@new.example.org' });
    const merge: TwoAccounts['merge'] = (actor = admin, { from = old.id, into = current.id } = {}) =>
      mergeUsers(makeCtx({ orm, actor }), { fromId: from, intoId: into, ifMatch: null, intoIfMatch: null });
    take({ orm, admin, old, current, merge });
  });
}
