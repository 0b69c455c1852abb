import { expect, it } from 'vitest';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { listDuplicatePairs, openDuplicatePair } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeStudent } from '#tests/factories/designation-factory.server.ts';
import type { MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';
import { callLaurel } from './call-laurel.ts';

const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };

let orm: Orm;
let scene: DesignationScene;
let year: MadeYear;
const database = useDesignationScene((given) => ({ orm, scene, year } = given), { per: 'each test' });
const duplicates = (...args: string[]) => callLaurel(database.url, ['designations', 'duplicates', ...args]);

it("laurel designations duplicates lists the screen's pairs, of the active or a given year, and says so if there are none", async () => {
  expect((await duplicates('--format', 'table')).stderr).toContain("No student is on two schools' lists.");
  await sharing();
  const { items } = await listDuplicatePairs(makeCtx({ orm }), {});
  expect(items).toHaveLength(1);
  for (const args of [[], ['--year', String(year.year)], ['--limit', '1']]) {
    const { stdout } = await duplicates('--format', 'json', ...args);
    expect(JSON.parse(stdout)).toEqual(items);
  }
  expect((await duplicates('--format', 'table')).stdout).not.toContain('Zebrowski');
  expect((await duplicates('--year', '1999')).code).not.toBe(0);
});

/** Two schools' designations with the same student. */
async function sharing() {
  const mine = await scene.draft({ students: [ANN] });
  await makeStudent(orm, { designationId: scene.otherDesignation.id, position: 2, ...ANN });
  await checkDesignations(makeCtx({ orm }));
  return mine;
}

it("laurel designations compare shows a pair's lists like the REST call, records each disclosure, and is empty if none match anymore", async () => {
  const one = await sharing();
  const { id: otherId } = scene.otherDesignation;
  const compare = (...args: string[]) =>
    callLaurel(database.url, ['designations', 'compare', one.id, otherId, ...args]);
  const disclosures = () => storedRows(orm, DisclosureEntity, ['channel', 'purpose', 'statedPurpose']);
  const before = await disclosures();
  const csv = await compare('--format', 'csv', '--purpose', 'Request 12');
  expect(csv.stdout.split('\r\n').filter((line) => line.includes('Ann'))).toEqual([
    expect.stringMatching(/,1,Ann Zebrowski,2009-05-17,.*,3,[-\da-f]{36}$/),
    expect.stringMatching(/,3,Ann Zebrowski,2009-05-17,.*,1,[-\da-f]{36}$/),
  ]);
  expect((await disclosures()).slice(before.length)).toEqual([
    { channel: 'CLI', purpose: 'students.compare', statedPurpose: 'Request 12' },
  ]);
  const { stdout } = await compare('--format', 'json');
  expect(JSON.parse(stdout)).toEqual(await openDuplicatePair(makeCtx({ orm }), { id: one.id, otherId }));
  await scene.patch(otherId, { students: [] }, { actor: scene.admin });
  const none = await compare('--format', 'table');
  expect(none.stderr).toContain('None of these students is on both lists anymore.');
  expect(none.stdout).toBe('');
});
