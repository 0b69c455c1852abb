import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction, recordedOsAccount } from '#app/domain/ctx.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DISCLOSURE_MESSAGES } from '#app/messages/disclosure-labels.ts';
import { presentFields } from '#app/lib/records.ts';
import { actorId, usedToken } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { BACKUP_PURPOSE, countRowsOfTables, type NewDisclosure } from './disclosure-queries.server.ts';

/**
 * Records who obtained which students' data, when, and why (decisions, section 8). Return no data before the
 * commit. Does nothing without students.
 *
 * @throws {Forbidden} for a command that acts as the system if `REQUIRE_ACTOR` forbids it
 */
export async function recordDisclosure(
  ctx: Ctx,
  { purpose, filter, studentIds }: NewDisclosure,
): Promise<void> {
  if (studentIds.length === 0) return;
  assertActorNamed(ctx);
  // Not deferred to a flush, because an export inserts this within a savepoint that it may roll back.
  await ctx.em.insert(DisclosureEntity, {
    id: randomUUID(),
    at: ctx.now(),
    actor: actorId(ctx.actor),
    channel: ctx.channel,
    ...usedToken(ctx.actor),
    ...recordedOsAccount(ctx),
    purpose,
    statedPurpose: ctx.statedPurpose ?? null,
    // A copy, because the ORM changes undefined values in it to null.
    filter: presentFields(filter),
    rowCount: studentIds.length,
    studentIds: [...studentIds],
  });
}

/**
 * Refuses commands without an administrator if `REQUIRE_ACTOR` says so.
 *
 * @throws {Forbidden} for a command that acts as the system
 */
function assertActorNamed({ actor, channel, settings }: Ctx): void {
  if (settings.requireActor === 'students' && channel === 'CLI' && actor.kind === 'system') {
    throw new Forbidden(DISCLOSURE_MESSAGES.actorRequired);
  }
}

/**
 * Records and commits that a full backup of all students' data is about to start (ADR 29).
 * Returns the number of students.
 * @throws {Forbidden} when the actor isn't an administrator, or is the system where a command needs one
 */
export async function recordBackup(ctx: Ctx, statedPurpose: string | null): Promise<number> {
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'database.backup');
    assertActorNamed(tx);
    const rowCounts = await countRowsOfTables(tx);
    const students = rowCounts['student'] ?? 0;
    const actor = actorId(tx.actor);
    tx.em.create(DisclosureEntity, {
      ...{ id: randomUUID(), at: tx.now(), channel: tx.channel, purpose: BACKUP_PURPOSE },
      ...recordedOsAccount(tx),
      actor: actor === null ? null : tx.em.getReference(UserAccountEntity, actor),
      statedPurpose,
      filter: { rowCounts },
      rowCount: students,
      studentIds: [],
    });
    await tx.em.flush();
    return students;
  });
}
