import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { actorId } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';

export interface NewDisclosure {
  /** Why, like 'designation.read' or 'designations.download'. */
  readonly purpose: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly studentIds: readonly string[];
}

/**
 * Writes who obtained which students' data, when and why (decisions, section 8), in the caller's transaction, or, where there is
 * none, committed at once: as long as it is not committed, nothing may be handed out. Reads without students disclose nothing
 * and write nothing.
 */
export async function recordDisclosure(
  ctx: Ctx,
  { purpose, filter, studentIds }: NewDisclosure,
): Promise<void> {
  if (studentIds.length === 0) return;
  // Inserted now and not at a flush: an export writes one within a savepoint that it takes back.
  await ctx.em.insert(DisclosureEntity, {
    id: randomUUID(),
    at: ctx.now(),
    actor: actorId(ctx.actor),
    door: ctx.door,
    purpose,
    // A copy: the ORM turns what is undefined in it into null.
    filter: presentFields(filter),
    rowCount: studentIds.length,
    studentIds: [...studentIds],
  });
}
