import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import { IMPORT_MAPPING_MAX, type ImportMapping, ImportMappingSchema } from '#app/schemas/import-mapping.ts';

interface MappingRow {
  columns: unknown;
}

/**
 * How the school's spreadsheets were last understood; nothing where none was, or where the columns of the import have changed
 * since. For the school's staff; NotFound for everybody else.
 */
export async function findImportMapping(
  ctx: Ctx,
  { highSchoolId }: { highSchoolId: string },
): Promise<ImportMapping> {
  authorizeToKnow(ctx.actor, 'designation.editDraft', { highSchoolId });
  const rows = await ctx.em.execute<MappingRow[]>(
    'select columns from import_mapping where high_school_id = ?',
    [highSchoolId],
  );
  const known = ImportMappingSchema.shape.columns.safeParse(rows[0]?.columns ?? {});
  return { columns: known.success ? known.data : {} };
}

/**
 * Remembers what headers mean, beside those of the school's other spreadsheets; a header that is known already gets its new meaning.
 * Only headers are kept, never a cell; where there would be
 * too many, those of this one alone. For the school's staff; NotFound for everybody else.
 */
export async function rememberImportMapping(
  ctx: Ctx,
  { highSchoolId, mapping }: { highSchoolId: string; mapping: ImportMapping },
): Promise<void> {
  authorizeToKnow(ctx.actor, 'designation.editDraft', { highSchoolId });
  if (Object.keys(mapping.columns).length === 0) return;
  await inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, (actor) =>
      authorizeToKnow(actor, 'designation.editDraft', { highSchoolId }),
    );
    await tx.em.execute(
      `insert into import_mapping as m (high_school_id, columns, created_at, updated_at)
       values (?, ?::jsonb, ?, ?)
       on conflict (high_school_id) do update
          set updated_at = excluded.updated_at,
              columns = case
                when (select count(*) from jsonb_object_keys(m.columns || excluded.columns)) > ?
                then excluded.columns else m.columns || excluded.columns end`,
      [highSchoolId, JSON.stringify(mapping.columns), tx.now(), tx.now(), IMPORT_MAPPING_MAX],
    );
  });
}
