import type { Ctx } from '#app/domain/ctx.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';

/** The advisory lock of whoever changes who is an administrator: 'admi' in ASCII. */
const ADMINISTRATORS_LOCK = 0x61646d69;

/**
 * Lets one transaction at a time decide who may administer; the others wait. Take it before any account's row, then `reloadActor`: so of
 * two administrators who remove each other one succeeds, and nobody who was removed makes others administrators.
 */
export async function lockAdministrators(tx: Ctx): Promise<void> {
  await tx.em.execute('select pg_advisory_xact_lock(?)', [ADMINISTRATORS_LOCK]);
}

/**
 * What follows from other flags, in the caller's transaction: DELETED ends every staff position and session (decisions,
 * section 3); taking it away gives no position back. Throws Conflict where nobody would be left to administer. Needs
 * `lockAdministrators`; the caller stores the flags.
 */
export async function applyFlags(
  tx: AuthorizedCtx,
  before: UserAnswer,
  flags: readonly UserFlag[],
): Promise<void> {
  if (isActiveAdmin(before.flags) && !isActiveAdmin(flags)) await assertOtherAdministrator(tx, before.id);
  if (!before.flags.includes('DELETED') && flags.includes('DELETED')) {
    await endPositions(tx, before.id);
    await endSessionsOf(tx, before.id);
  }
}

function isActiveAdmin(flags: readonly UserFlag[]): boolean {
  return flags.includes('ADMIN') && !flags.includes('DELETED');
}

async function assertOtherAdministrator(tx: Ctx, userId: string): Promise<void> {
  const others = await tx.em.execute<unknown[]>(
    `select 1 from user_account
      where flags @> array['ADMIN'] and not flags @> array['DELETED'] and id <> ? limit 1`,
    [userId],
  );
  if (others.length > 0) return;
  throw new Conflict('This is the last administrator. Make somebody else an administrator first.');
}

async function endPositions(tx: AuthorizedCtx, userId: string): Promise<void> {
  const places = await tx.em.execute<{ high_school_id: string; position: string }[]>(
    'select high_school_id, position from high_school_staff where user_id = ? order by high_school_id for update',
    [userId],
  );
  await tx.em.nativeDelete(HighSchoolStaffEntity, { user: userId });
  for (const { high_school_id, position } of places) {
    await recordEvent(tx, {
      kind: 'staff.removed',
      subject: ['HIGH_SCHOOL', high_school_id],
      changes: { userId, position },
    });
  }
}
