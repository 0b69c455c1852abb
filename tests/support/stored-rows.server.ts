import { type EntityName, type FindAllOptions, wrap } from '@mikro-orm/core';
import type { Orm } from '#db/orm.server.ts';

/** Every row unless told, in no order unless told. */
type Selection<Entity> = Pick<FindAllOptions<Entity>, 'where' | 'orderBy'>;

/** A field as it is stored: a reference is the id of the row that it refers to. */
type StoredField<Value> = Value extends { readonly id: infer Id } ? Id : Exclude<Value, undefined>;

type StoredRow<Entity, Field extends keyof Entity> = {
  readonly [Name in Field]: StoredField<Entity[Name]>;
};

/** Reads these fields of an entity's rows past every identity map: what the database holds now. */
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

/** An entity, whatever its columns. */
interface AnyEntity {
  readonly meta: { readonly className: string };
}

/** Every row of these entities, to compare with a later snapshot: what a refused change must not have touched. */
export async function snapshotOfRows(orm: Orm, entities: readonly AnyEntity[]): Promise<unknown[][]> {
  const snapshot: unknown[][] = [];
  for (const { meta } of entities) {
    const rows = await orm.em.fork().find<{ id: string }>(meta.className, {}, { orderBy: { id: 'asc' } });
    snapshot.push(rows.map((row) => wrap(row).toObject()));
  }
  return snapshot;
}
