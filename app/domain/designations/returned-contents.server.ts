import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-contents.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';

/** What a designation held when it was returned last. */
export interface ReturnedContents {
  readonly returnedAt: string;
  readonly contents: DesignationContents;
}

/** Keeps what is being returned now, in place of what an earlier return kept; in the caller's transaction. */
export async function keepReturnedContents(
  ctx: Ctx,
  designation: DesignationContents & { readonly id: string },
): Promise<void> {
  await ctx.em.execute(
    `insert into returned_contents (designation_id, returned_at, contents) values (?, ?, ?::jsonb)
     on conflict (designation_id) do update set returned_at = excluded.returned_at, contents = excluded.contents`,
    [designation.id, ctx.now(), JSON.stringify(DesignationContentsSchema.parse(designation))],
  );
}

/** Lets go of what a return kept: students' data stay no longer than the comparison needs them. */
export async function forgetReturnedContents(ctx: Ctx, designationId: string): Promise<void> {
  await ctx.em.nativeDelete(ReturnedContentsEntity, { designation: designationId });
}

/** What was kept at the last return; null where nothing is. The caller has asked permission, and discloses its students. */
export async function findReturnedContents(
  ctx: Ctx,
  designationId: string,
): Promise<ReturnedContents | null> {
  const [row] = await ctx.em.execute<{ returned_at: string; contents: unknown }[]>(
    'select returned_at, contents from returned_contents where designation_id = ?',
    [designationId],
  );
  if (row === undefined) return null;
  return { returnedAt: toIso(row.returned_at), contents: DesignationContentsSchema.parse(row.contents) };
}
