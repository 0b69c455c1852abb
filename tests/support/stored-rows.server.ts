import { type EntityName, type FindAllOptions, wrap } from '@mikro-orm/core';
import { openOrm, type Orm } from '#db/orm.server.ts';

/** Every row in any order, by default. */
type Selection<Entity> = Pick<FindAllOptions<Entity>, 'where' | 'orderBy'>;

/** A stored field. A reference becomes the ID of its row. */
type StoredField<Value> = Value extends { readonly id: infer Id } ? Id : Exclude<Value, undefined>;

type StoredRow<Entity, Field extends keyof Entity> = {
  readonly [Name in Field]: StoredField<Entity[Name]>;
};

/** Reads these fields of an entity's rows from the database, without the identity map. */
export async function storedRows<Entity extends object, Field extends keyof Entity & string>(
  orm: Orm,
  entity: EntityName<Entity>,
  fields: readonly Field[],
  selection: Selection<Entity> = {},
): Promise<StoredRow<Entity, Field>[]> {
  const rows = await orm.em.fork().findAll(entity, selection);
  return rows.map((row) => {
    const plain: Record<string, unknown> = wrap(row).toObject();
    return Object.fromEntries(fields.map((field) => [field, plain[field]])) as StoredRow<Entity, Field>;
  });
}

/** Like `storedRows`, over a connection of its own, for tests that only run commands. */
export async function storedRowsIn<Entity extends object, Field extends keyof Entity & string>(
  databaseUrl: string,
  ...asked: [EntityName<Entity>, readonly Field[], Selection<Entity>?]
): Promise<StoredRow<Entity, Field>[]> {
  const orm = await openOrm(databaseUrl);
  try {
    return await storedRows(orm, ...asked);
  } finally {
    await orm.close(true);
  }
}

interface AnyEntity {
  readonly meta: { readonly className: string };
}

/** Returns every row of these entities, to check that a rejected change touched none of them. */
export async function snapshotOfRows(orm: Orm, entities: readonly AnyEntity[]): Promise<unknown[][]> {
  const snapshot: unknown[][] = [];
  for (const { meta } of entities) {
    const rows = await orm.em.fork().find<{ id: string }>(meta.className, {}, { orderBy: { id: 'asc' } });
    snapshot.push(rows.map((row) => wrap(row).toObject()));
  }
  return snapshot;
}
