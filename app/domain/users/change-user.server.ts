import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { Forbidden, NotFound, Stale } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserAnswer, UserPatch } from '#app/schemas/user.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { getKnownUser } from './get-user.server.ts';
import { applyEmail, proveNewAddress } from './user-email.server.ts';
import { applyFlags, lockAdministrators } from './user-flags.server.ts';
import { USER_COLUMNS, type UserRow, userOfRow } from './user-rows.server.ts';

/**
 * Changes the fields of a user that the patch names: administrators anybody's, others their own and not their flags
 * (decisions, section 3). Effects, in one transaction: what `applyFlags` and `applyEmail` say, and an event, unless
 * nothing changes. Throws NotFound for a user the actor may not know, Forbidden for a colleague and for flags, Invalid on
 * ['emailCode'] where one's own new address is not proved, Conflict for a taken address and for the last administrator,
 * Stale where `ifMatch` names another version.
 */
export async function changeUser(
  ctx: Ctx,
  { id, patch, ifMatch }: { id: string; patch: UserPatch; ifMatch: number | null },
): Promise<UserAnswer> {
  const { user, subject } = await getKnownUser(ctx, id);
  authorize(ctx.actor, 'user.edit', subject);
  if (patch.flags !== undefined && !can(ctx.actor, 'user.editFlags')) {
    throw new Forbidden('Only administrators may change flags.');
  }
  const proven = await proveNewAddress(ctx, user, patch);
  return inTransaction(ctx, async (tx) => {
    if (patch.flags !== undefined) await lockAdministrators(tx);
    const before = await lockUser(tx, id, ifMatch);
    const { emailCode: _, ...wanted } = presentFields(patch);
    const changes = changesBetween(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    if (changes['flags'] !== undefined) await applyFlags(tx, before, wanted.flags ?? []);
    if (changes['email'] !== undefined) {
      await applyEmail(tx, before, { email: wanted.email ?? '', proven });
    }
    const updatedAt = tx.now();
    await tx.em.nativeUpdate(UserAccountEntity, { id }, { ...wanted, updatedAt });
    await recordEvent(tx, { kind: kindOf(changes), subject: ['USER', id], changes });
    return {
      ...before,
      ...wanted,
      version: before.version + 1,
      updatedAt: updatedAt.toISOString(),
    };
  });
}

async function lockUser(tx: Ctx, id: string, ifMatch: number | null): Promise<UserAnswer> {
  const [row] = await tx.em.execute<UserRow[]>(
    `select ${USER_COLUMNS} from user_account u where u.id = ? for update`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  if (ifMatch !== null && ifMatch !== row.version) throw new Stale();
  return userOfRow(row);
}

/** Deleting an account and restoring it are events of their own. */
function kindOf({ flags }: Changes): string {
  const isDeleted = (side: unknown) => Array.isArray(side) && side.includes('DELETED' satisfies UserFlag);
  const was = isDeleted(flags?.from);
  const is = isDeleted(flags?.to);
  if (was === is) return 'user.changed';
  return is ? 'user.deleted' : 'user.restored';
}
