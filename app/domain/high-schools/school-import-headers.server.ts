import type { Ctx } from '#app/domain/ctx.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { ChosenColumns, SchoolColumn } from '#app/schemas/school-columns.ts';
import { NO_FIELD } from '#app/schemas/school-columns.ts';
import { SCHOOL_CSV_FIELDS, type SchoolCsvField } from '#app/schemas/school-csv-kind.ts';
import { csvHeaderKeys } from '#app/schemas/student-csv-columns.ts';
import { SchoolImportHeaderEntity } from '#db/entities/school-import-header.ts';

/** Returns the fields matched with headers in earlier imports, by `csvHeaderKeys`; null for columns that weren't imported. */
export async function findImportHeaders(
  ctx: Pick<Ctx, 'em'>,
): Promise<ReadonlyMap<string, SchoolCsvField | null>> {
  const stored = await ctx.em.find(SchoolImportHeaderEntity, {}, { disableIdentityMap: true });
  return new Map(
    stored.flatMap(({ header, field }) => {
      const known = SCHOOL_CSV_FIELDS.find((name) => name === field);
      if (known === undefined && field !== NO_FIELD) return [];
      return [[header, known ?? null] as const];
    }),
  );
}

/** Remembers what the user chose for headers, without any cells, in the import's transaction and under its lock. */
export async function rememberImportHeaders(
  tx: AuthorizedCtx,
  columns: readonly SchoolColumn[],
  chosen: ChosenColumns,
): Promise<void> {
  const now = tx.now();
  const keys = csvHeaderKeys(columns.map(({ header }) => header));
  for (const [at, { index, field }] of columns.entries()) {
    const key = keys[at] ?? '';
    if (key === '' || !chosen.has(index)) continue;
    await tx.em.upsert(
      SchoolImportHeaderEntity,
      { header: key, field: field ?? NO_FIELD, createdAt: now, updatedAt: now },
      { onConflictExcludeFields: ['createdAt'] },
    );
  }
}
