import { expect, it } from 'vitest';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

it('a save writes only the students who were changed, added, removed, or moved', async () => {
  const { id, students } = await scene.draft({ students: 4 });
  const versions = () =>
    makeCtx({ orm }).em.execute<{ id: string; position: number; version: string }[]>(
      `select id, position, xmin::text || ctid::text as version from student where designation_id = ? order by position`,
      [id],
    );
  const before = await versions();
  const [first, second, third, fourth] = students;
  const response = await scene.patch(id, { students: [first, { ...second, first: 'New' }, third, fourth] });
  const edited = await versions();
  expect(edited.map((row, index) => row.version === before[index]?.version)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  await scene.patch(id, { students: [response.students[0], response.students[3], response.students[2]] });
  const moved = await versions();
  expect(moved.map((row) => [row.id, row.position])).toEqual([
    [first?.id, 0],
    [fourth?.id, 1],
    [third?.id, 2],
  ]);
  expect(moved.map(({ version }, index) => version === edited[index]?.version)).toEqual([true, false, true]);
});
