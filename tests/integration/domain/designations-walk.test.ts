import { beforeEach, describe, expect, it } from 'vitest';
import {
  listDesignations,
  streamDesignationItems,
} from '#app/domain/designations/list-designations.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { DesignationListItem } from '#app/schemas/designation.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';
import { makeManyDesignations } from '#tests/support/many-designations.server.ts';

const database = useDatabase('each test');
let scene: ExportScene;

beforeEach(async () => {
  const orm = await database.openOrm({ poolMax: 3 });
  scene = await exportScene(orm);
});

const walked = async (portions: AsyncGenerator<readonly DesignationListItem[]>) => {
  const sizes: number[] = [];
  const items: DesignationListItem[] = [];
  for await (const portion of portions) {
    sizes.push(portion.length);
    items.push(...portion);
  }
  return { sizes, items };
};
const idle = async () => {
  const [row] = await scene.ctxOf().em.execute<{ count: number }[]>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  );
  return row?.count;
};

describe('the whole list of designations', () => {
  it('is read in portions, in every order, like the pages of the list', async () => {
    await makeManyDesignations(scene, { schools: 1000, studentsEach: 0 });
    for (const sort of DESIGNATION_SORTS) {
      for (const direction of ['desc', 'asc'] as const) {
        const query = { sort, direction, status: ['PENDING' as const] };
        const { sizes, items } = await walked(streamDesignationItems(scene.ctxOf(), query));
        expect(sizes).toEqual([500, 500]);
        expect(items).toEqual((await listDesignations(scene.ctxOf(), query)).items);
      }
    }
  });

  it('streams one snapshot, and ends it when the reader stops', async () => {
    await makeManyDesignations(scene, { schools: 1200, studentsEach: 0 });
    const walk = streamDesignationItems(scene.ctxOf(), {});
    const first = await walk.next();
    await scene.ctxOf().em.nativeUpdate(DesignationEntity, {}, { status: 'APPROVED' });
    const second = await walk.next();
    const statuses = [first, second].flatMap(({ value }) => (value ?? []).map(({ status }) => status));
    expect([statuses.length, new Set(statuses)]).toEqual([1000, new Set(['PENDING'])]);
    expect(await idle()).toBe(1);
    await walk.return();
    expect(await idle()).toBe(0);
  });

  it('is only for users who may list designations', async () => {
    const walk = streamDesignationItems(scene.ctxOf({ actor: { kind: 'anonymous' } }), {});
    await expect(walk.next()).rejects.toBeInstanceOf(Unauthorized);
  });
});
