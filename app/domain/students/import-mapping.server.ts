import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { flushOrRetry } from '#app/domain/flush-unique.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { authorizeToSee } from '#app/policy/authorize.ts';
import {
  IMPORT_MAPPING_MAX,
  type ImportMapping,
  ImportMappingSchema,
  withoutDataKeys,
} from '#app/schemas/import-mapping.ts';
import { ImportMappingEntity } from '#db/entities/import-mapping.ts';

/**
 * Finds the columns of the school's last import; null if there is none or the import's columns have changed.
 * @throws {NotFound} when the actor isn't on the school's staff
 */
export async function findImportMapping(
  ctx: Ctx,
  { highSchoolId }: { highSchoolId: string },
): Promise<ImportMapping> {
  authorizeToSee(ctx.actor, 'designation.editDraft', { highSchoolId });
  const stored = await ctx.em.findOne(ImportMappingEntity, { highSchool: highSchoolId });
  const known = ImportMappingSchema.shape.columns.safeParse(stored?.columns ?? {});
  return { columns: known.success ? withoutDataKeys(known.data) : {} };
}

/**
 * Remembers what headers mean, with those of the school's other spreadsheets, whatever doesn't look like data. If there
 * are too many, keeps only these.
 * @throws {NotFound} when the actor isn't on the school's staff
 */
export async function rememberImportMapping(
  ctx: Ctx,
  { highSchoolId, mapping }: { highSchoolId: string; mapping: ImportMapping },
): Promise<void> {
  authorizeToSee(ctx.actor, 'designation.editDraft', { highSchoolId });
  const columns = withoutDataKeys(mapping.columns);
  if (Object.keys(columns).length === 0) return;
  await inTransaction(ctx, async (opened) => {
    const stored = await lockRow(opened, ImportMappingEntity, { highSchool: highSchoolId });
    const tx = await reloadActor(opened, (actor) =>
      authorizeToSee(actor, 'designation.editDraft', { highSchoolId }),
    );
    const updatedAt = tx.now();
    if (stored === null) {
      tx.em.create(ImportMappingEntity, {
        highSchool: highSchoolId,
        columns,
        createdAt: updatedAt,
        updatedAt,
      });
      await flushOrRetry(tx, ImportMappingEntity);
      return;
    }
    const all = withoutDataKeys({ ...stored.columns, ...columns });
    const isTooMuch = Object.keys(all).length > IMPORT_MAPPING_MAX;
    tx.em.assign(stored, { columns: isTooMuch ? columns : all, updatedAt }, { mergeObjectProperties: false });
  });
}
