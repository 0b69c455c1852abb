import type { EntityDTO, EntityManager, EntityName } from '@mikro-orm/postgresql';

/** Maps rows of `select x.*` to property names, with nested embedded objects. Several times faster than entities. */
export function plainRows<Entity extends object, Others extends object = object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  rows: readonly object[],
): (EntityDTO<Entity> & Others)[] {
  const meta = em.getMetadata(entity);
  const driver = em.getDriver();
  const embedded = meta.props.flatMap(({ name, embedded: embeddable }) =>
    embeddable === undefined ? [] : [{ flat: name, owner: embeddable[0], part: embeddable[1] }],
  );
  return rows.map((row) => {
    const plain: Record<string, unknown> = { ...driver.mapResult<Entity>(row, meta) };
    for (const { flat, owner, part } of embedded) {
      const nested = (plain[owner] ??= {}) as Record<string, unknown>;
      nested[part] = plain[flat];
    }
    return plain as EntityDTO<Entity> & Others;
  });
}
