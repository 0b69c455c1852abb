import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inSnapshot, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { recordStaffEvent } from '#app/domain/high-schools/change-staff.server.ts';
import { acquireLock } from '#app/domain/lock-queries.server.ts';
import { lockAdministrators } from '#app/domain/users/user-flags.server.ts';
import type { UserList } from './read-user-list.server.ts';
import { type ResolvedUser, type ResolvedUsers, resolveUsers } from './resolve-users.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { pickFields, storedTexts } from '#app/schemas/field-tables.ts';
import { USER_TEXTS } from '#app/schemas/user-fields.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** Returns what an import of a list of accounts would do. For administrators. */
export async function planUserImport(ctx: Ctx, list: UserList): Promise<ResolvedUsers> {
  authorize(ctx.actor, 'user.editFlags');
  return inSnapshot(ctx, (tx) => resolveUsers(tx, list));
}

/**
 * Imports a list of accounts with their positions, all of it or nothing. Doesn't change those that are already stored.
 * Records events with the name of the file, and sends no email. For administrators.
 * @throws {UnimportableList} when there are problems
 */
export async function importUsers(ctx: Ctx, list: UserList): Promise<ResolvedUsers> {
  authorize(ctx.actor, 'user.editFlags');
  list.problems.assertNone();
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    await acquireLock(opened, 'listImport');
    const tx = await reloadActor(opened, 'user.editFlags');
    const resolved = await resolveUsers(tx, list);
    resolved.problems.assertNone();
    const { adding } = resolved;
    for (let from = 0; from < adding.length; from += BATCH_SIZE) {
      for (const user of adding.slice(from, from + BATCH_SIZE)) addUser(tx, user, list.source);
      await tx.em.flush();
      tx.em.clear();
    }
    return resolved;
  });
}

/** Accounts per batch; other tasks run between batches. */
const BATCH_SIZE = 200;

function addUser(tx: AuthorizedCtx, user: ResolvedUser, source: string): void {
  const { email, phone, flags, schools } = user;
  const times = { createdAt: tx.now(), updatedAt: tx.now() };
  const importedFrom = { from: null, to: source };
  const id = user.id ?? randomUUID();
  tx.em.create(UserAccountEntity, {
    ...storedTexts(USER_TEXTS, pickFields(USER_TEXTS, user)),
    ...{ id, email, phone, flags, mergedIntoId: null },
    ...times,
  });
  recordEvent(tx, 'user.created', ['USER', id], { importedFrom, flags: { from: [], to: flags } });
  for (const { highSchoolId, position } of schools) {
    const membership = { highSchool: highSchoolId, user: id, position };
    tx.em.create(HighSchoolStaffEntity, { id: randomUUID(), ...membership, ...times });
    recordStaffEvent(tx, 'staff.added', { highSchoolId, userId: id }, { importedFrom, position });
  }
}
