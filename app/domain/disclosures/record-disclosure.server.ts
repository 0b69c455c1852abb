import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { actorId } from '#app/policy/actor.ts';

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
export async function recordDisclosure(ctx: Ctx, disclosure: NewDisclosure): Promise<void> {
  if (disclosure.studentIds.length === 0) return;
  await ctx.em.execute(
    `insert into disclosure (id, at, actor_id, door, purpose, filter, row_count, student_ids)
     values (?, ?, ?, ?, ?, ?::jsonb, ?, ?::uuid[])`,
    [
      randomUUID(),
      ctx.now(),
      actorId(ctx.actor),
      ctx.door,
      disclosure.purpose,
      JSON.stringify(disclosure.filter),
      disclosure.studentIds.length,
      `{${disclosure.studentIds.join(',')}}`,
    ],
  );
}
