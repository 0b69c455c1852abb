import { randomUUID } from 'node:crypto';
import { ExportProfileEntity } from '#db/entities/export-profile.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

/** Inserts an export profile, by default with columns of designations and students. Returns its ID. */
export async function makeExportProfile(
  orm: Orm,
  overrides: { readonly name?: string; readonly columns?: string[] } = {},
): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(ExportProfileEntity, {
    id,
    name: 'Banner',
    columns: ['last', 'banner code', 'first'],
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    ...overrides,
  });
  return id;
}
