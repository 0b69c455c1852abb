import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';

/** A designation's contents when it was last returned. */
export interface ReturnedContents {
  readonly returnedAt: string;
  readonly contents: DesignationContents;
}

/** Stores the contents being returned, replacing earlier ones. Runs in the caller's transaction. */
export async function storeReturnedContents(
  ctx: Ctx,
  designation: DesignationContents & { readonly id: string },
  returnedAt = ctx.now(),
): Promise<void> {
  await ctx.em.upsert(ReturnedContentsEntity, {
    designation: designation.id,
    returnedAt,
    contents: DesignationContentsSchema.parse(designation),
  });
}

/** Deletes the stored contents, so student data isn't kept longer than the comparison needs it. */
export async function deleteReturnedContents(ctx: Ctx, designationId: string): Promise<void> {
  await ctx.em.nativeDelete(ReturnedContentsEntity, { designation: designationId });
}

/**
 * Finds the contents of the last return; null if none. The caller checks permission and discloses them.
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
