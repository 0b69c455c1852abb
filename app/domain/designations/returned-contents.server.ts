import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';
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
  await ctx.em.upsert(ReturnedContentsEntity, {
    designation: designation.id,
    returnedAt: ctx.now(),
    contents: DesignationContentsSchema.parse(designation),
  });
}

/** Lets go of what a return kept: students' data stay no longer than the comparison needs them. */
export async function forgetReturnedContents(ctx: Ctx, designationId: string): Promise<void> {
  await ctx.em.nativeDelete(ReturnedContentsEntity, { designation: designationId });
}

/**
 * Finds what was stored at the last return; null if nothing was. The caller checks the permission and discloses it.
 */
export async function findReturnedContents(
  ctx: Ctx,
  designationId: string,
): Promise<ReturnedContents | null> {
  const returned = await ctx.em.findOne(ReturnedContentsEntity, { designation: designationId });
  if (returned === null) return null;
  return {
    returnedAt: returned.returnedAt.toISOString(),
    contents: DesignationContentsSchema.parse(returned.contents),
  };
}
