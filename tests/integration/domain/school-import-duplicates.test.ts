import { afterAll, beforeAll, expect, it } from 'vitest';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
  await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1' });
  await makeSchool(orm, { name: 'Birch High', bannerCode: '' });
});
afterAll(() => orm.close(true));

const planned = async (...lines: string[]) => {
  const text = ['name,bannerCode,phone,address1,city,zip5', ...lines].join('\n');
  return (await planSchoolImport(makeCtx({ orm }), new TextEncoder().encode(text))).shown;
};

it('lets no two schools have one banner code or one new name afterwards, whichever row comes first', async () => {
  const rows = {
    added: 'Dup High,X1,9075550101,1 Road,Nome,99762',
    coded: 'Birch High,X1,,,,',
    renamed: 'Fresh High,A1,,,,',
    ofNewName: 'Fresh High,X2,9075550101,1 Road,Nome,99762',
    ontoCodeless: 'Birch High,A1,,,,',
  };
  const outcomes = async (...lines: string[]) =>
    (await planned(...lines)).rows.map(({ outcome, errors }) => [
      outcome,
      ...errors.map(({ message }) => message),
    ]);
  const same = ['error', 'Row 2 is about the same school.'];
  expect(await outcomes(rows.added, rows.coded)).toEqual([['create'], same]);
  expect(await outcomes(rows.coded, rows.added)).toEqual([['update'], same]);
  expect(await outcomes(rows.renamed, rows.ofNewName)).toEqual([['update'], same]);
  expect(await outcomes(rows.ofNewName, rows.renamed)).toEqual([['create'], same]);
  expect(await outcomes(rows.ontoCodeless)).toEqual([
    ['error', 'Another school is called Birch High and has no banner code: give it one first.'],
  ]);
});
