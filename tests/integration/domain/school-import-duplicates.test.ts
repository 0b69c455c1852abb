import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
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

it("an import doesn't let two schools have the same banner code or new name, in any order of rows", async () => {
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
  const same = ['error', 'Duplicate of row 2.'];
  expect(await outcomes(rows.added, rows.coded)).toEqual([['create'], same]);
  expect(await outcomes(rows.coded, rows.added)).toEqual([['update'], same]);
  expect(await outcomes(rows.renamed, rows.ofNewName)).toEqual([['update'], same]);
  expect(await outcomes(rows.ofNewName, rows.renamed)).toEqual([['create'], same]);
  expect(await outcomes(rows.ontoCodeless)).toEqual([
    [
      'error',
      'Another school is called Birch High and has no banner code. Add a banner code to that school first.',
    ],
  ]);
});

describe('a row that looks like a stored school', () => {
  const NEW = '555 Main,Nome,99762';
  const lookalikes = async (line: string) => (await planned(line)).rows[0];

  beforeAll(async () => {
    await makeSchool(orm, { name: 'Anvil Creek High School', bannerCode: 'AC', phone: '(907) 555-0177' });
    await orm.em
      .fork()
      .nativeUpdate(
        HighSchoolEntity,
        { bannerCode: 'AC' },
        { address: { address1: '12 Creek Road', city: 'Nome', zip5: '99762' } },
      );
  });

  it('is the same school if its name differs only in spaces and case', async () => {
    const row = await lookalikes(`anvil  creek   HIGH school,,,${NEW}`);
    expect([row?.outcome, row?.name]).toEqual(['update', 'Anvil Creek High School']);
  });

  it.each([
    ['name', `Anvil Creek HS,,9075550100,${NEW}`],
    ['phone', `The Creek Academy,,1-907-555-0177,${NEW}`],
    ['street and ZIP code', `Creekside,,9075550100,"12 Creek road",Nome,99762-1234`],
  ])('is a possible duplicate by its %s', async (_by, line) => {
    const row = await lookalikes(line);
    expect(row?.outcome).toBe('similar');
    expect(row?.similar.map(({ name }) => name)).toEqual(['Anvil Creek High School']);
  });

  it('is new if nothing is similar, or if it has its own banner code', async () => {
    expect((await lookalikes(`Bering High School,,9075550100,${NEW}`))?.outcome).toBe('create');
    expect((await lookalikes(`Anvil Creek HS,X9,9075550177,${NEW}`))?.outcome).toBe('create');
  });

  it('is skipped, added, or matched as chosen, and never renames the school', async () => {
    const text = `name,bannerCode,phone,address1,city,zip5\nAnvil Creek HS,,9075550188,${NEW}`;
    const bytes = new TextEncoder().encode(text);
    const ctx = () => makeCtx({ orm });
    const { shown } = await planSchoolImport(ctx(), bytes);
    const [similar] = shown.rows[0]?.similar ?? [];
    const names = async () =>
      (await orm.em.fork().find(HighSchoolEntity, { name: /^Anvil/ }, { orderBy: { name: 'asc' } })).map(
        ({ name, phone }) => [name, phone],
      );
    const run = (choice?: string) =>
      importSchools(ctx(), {
        ...{ bytes, plan: shown.plan },
        ...(choice === undefined ? {} : { choices: new Map([[2, choice]]) }),
      });

    expect((await run()).counts).toMatchObject({ create: 0, update: 0, similar: 1 });
    expect((await run('00000000-0000-4000-8000-000000000000')).counts).toMatchObject({ similar: 1 });
    expect(await names()).toEqual([['Anvil Creek High School', '(907) 555-0177']]);
    expect((await run(similar?.id)).counts).toMatchObject({ create: 0, update: 1, similar: 0 });
    expect(await names()).toEqual([['Anvil Creek High School', '(907) 555-0188']]);
    const again = await planSchoolImport(ctx(), bytes);
    await importSchools(ctx(), { bytes, plan: again.shown.plan, choices: new Map([[2, 'new']]) });
    expect(await names()).toEqual([
      ['Anvil Creek HS', '(907) 555-0188'],
      ['Anvil Creek High School', '(907) 555-0188'],
    ]);
  });
});
