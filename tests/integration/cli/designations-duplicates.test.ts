import { expect, it } from 'vitest';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { listDuplicatePairs } from '#app/domain/warnings/duplicate-pairs.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeStudent } from '#tests/factories/designation-factory.server.ts';
import type { MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';
import { callLaurel } from './call-laurel.ts';

const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };

let orm: Orm;
let scene: DesignationScene;
let year: MadeYear;
const database = useDesignationScene((given) => ({ orm, scene, year } = given));
const duplicates = (...args: string[]) => callLaurel(database.url, ['designations', 'duplicates', ...args]);

it("laurel designations duplicates lists the screen's pairs, of the active or a given year, and says so if there are none", async () => {
  expect((await duplicates('--format', 'table')).stderr).toContain("No student is on two schools' lists.");
  await scene.draft({ students: [ANN] });
  await makeStudent(orm, { designationId: scene.otherDesignation.id, position: 2, ...ANN });
  await checkDesignations(makeCtx({ orm }));
  const { items } = await listDuplicatePairs(makeCtx({ orm }), {});
  expect(items).toHaveLength(1);
  for (const args of [[], ['--year', String(year.year)], ['--limit', '1']]) {
    const { stdout } = await duplicates('--format', 'json', ...args);
    expect(JSON.parse(stdout)).toEqual(items);
  }
  expect((await duplicates('--format', 'table')).stdout).not.toContain('Zebrowski');
  expect((await duplicates('--year', '1999')).code).not.toBe(0);
});
