import { beforeEach, describe, expect, it } from 'vitest';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { Forbidden, VersionConflict, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: UserActor;
let aurora: MadeSchool;
let birch: MadeSchool;

beforeEach(async () => {
  orm = await database.openOrm();
  admin = actorOf(await makeAdmin(orm));
  aurora = await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1', salesforceId: '' });
  birch = await makeSchool(orm, { name: 'Birch High', bannerCode: '', salesforceId: '' });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const planned = async (text: string, actor: Actor = admin) =>
  (await planSchoolImport(makeCtx({ orm, actor }), bytesOf(text))).shown;
const run = (text: string, plan: string, actor: Actor = admin) =>
  importSchools(makeCtx({ orm, actor }), { bytes: bytesOf(text), plan });
async function schools() {
  const rows = await orm.em.fork().findAll(HighSchoolEntity, { orderBy: { name: 'asc' } });
  return rows.map(({ name, phone, fax, status, bannerCode, salesforceId, notes, address, version }) => {
    const { address1, city, zip5, zip4, state } = address;
    return {
      ...{ name, phone, fax, status, bannerCode, salesforceId, notes, version },
      ...{ address1, city, zip5, zip4, state },
    };
  });
}
const everything = () => snapshotOfRows(orm, [HighSchoolEntity, EventEntity]);

const HEADER = 'Name,phone,FAX,Address1,address 2,City,Zip5,zip4,Banner code,salesforceId,Notes,Status';
const LIST = [
  'Schools of the state,,,,,,,,,,,',
  HEADER,
  'Aurora Borealis High,,,,,,,,a1,,,inactive',
  'birch high,9075550123,,2 New Road,,Sitka,99835-1234,,B7,,,',
  'Cedar High,907.555.0199,"(907) 555-0198, extension 4",3 Cedar Road,,Nome,99762,,C1,SF-3,"=A\nSecond",ACTIVE',
  'Dogwood High,9075550177,,4 Road,,Juneau,99801,,,,,',
].join('\n');

describe('the dry run of a school list', () => {
  it('shows row by row what would be created, changed, and unchanged, and stores nothing', async () => {
    const before = await everything();
    const { plan, columns, ...shown } = await planned(
      `${LIST}\nDogwood High,,,,,,,,,,,\nBirch High,,,,,,,,B9,,,`,
    );
    expect(plan).toMatch(/^[\w-]{43}$/);
    expect(columns.filter(({ field }) => field === null)).toEqual([]);
    const to = (value: string) => ({ from: null, to: value });
    expect(shown).toEqual({
      counts: { create: 2, update: 2, unchanged: 0, similar: 0, error: 2 },
      ignoredHeaders: [],
      rows: [
        {
          number: 3,
          name: 'Aurora High',
          outcome: 'update',
          schoolId: aurora.id,
          changes: {
            name: { from: 'Aurora High', to: 'Aurora Borealis High' },
            status: { from: 'ACTIVE', to: 'INACTIVE' },
          },
          ...{ similar: [], errors: [] },
        },
        {
          number: 4,
          name: 'Birch High',
          outcome: 'update',
          schoolId: birch.id,
          changes: {
            bannerCode: { from: '', to: 'B7' },
            phone: { from: '(907) 555-0200', to: '(907) 555-0123' },
            'address.address1': { from: '1 School Road', to: '2 New Road' },
            'address.city': { from: 'Juneau', to: 'Sitka' },
            'address.zip5': { from: '99801', to: '99835' },
            'address.zip4': { from: '', to: '1234' },
          },
          ...{ similar: [], errors: [] },
        },
        {
          number: 5,
          name: 'Cedar High',
          outcome: 'create',
          schoolId: null,
          changes: {
            name: to('Cedar High'),
            phone: to('(907) 555-0199'),
            fax: to('(907) 555-0198, extension 4'),
            bannerCode: to('C1'),
            salesforceId: to('SF-3'),
            notes: to('=A\nSecond'),
            status: to('ACTIVE'),
            'address.address1': to('3 Cedar Road'),
            'address.city': to('Nome'),
            'address.zip5': to('99762'),
          },
          ...{ similar: [], errors: [] },
        },
        {
          number: 6,
          name: 'Dogwood High',
          outcome: 'create',
          schoolId: null,
          changes: {
            name: to('Dogwood High'),
            phone: to('(907) 555-0177'),
            status: to('INACTIVE'),
            'address.address1': to('4 Road'),
            'address.city': to('Juneau'),
            'address.zip5': to('99801'),
          },
          ...{ similar: [], errors: [] },
        },
        {
          number: 7,
          name: 'Dogwood High',
          outcome: 'error',
          ...{ schoolId: null, changes: {}, similar: [] },
          errors: [{ field: null, message: 'Duplicate of row 6.' }],
        },
        {
          number: 8,
          name: 'Birch High',
          outcome: 'error',
          ...{ schoolId: null, changes: {}, similar: [] },
          errors: [{ field: null, message: 'Duplicate of row 4.' }],
        },
      ],
    });
    expect(await everything()).toEqual(before);
  });
});

describe('the import of a school list', () => {
  it('applies the preview with an event each, and does nothing the second time', async () => {
    const { plan, counts } = await planned(LIST);
    expect((await run(LIST, plan)).counts).toEqual(counts);
    const plain = { fax: null, salesforceId: '', notes: '', zip4: '', state: 'AK' };
    const at = (address1: string, city: string, zip5: string) => ({
      address1,
      city,
      zip5,
    });
    expect(await schools()).toEqual([
      {
        ...plain,
        ...at('1 School Road', 'Juneau', '99801'),
        name: 'Aurora Borealis High',
        phone: '(907) 555-0200',
        status: 'INACTIVE',
        bannerCode: 'A1',
        version: 2,
      },
      {
        ...plain,
        ...at('2 New Road', 'Sitka', '99835'),
        zip4: '1234',
        name: 'Birch High',
        phone: '(907) 555-0123',
        status: 'ACTIVE',
        bannerCode: 'B7',
        version: 2,
      },
      {
        ...plain,
        ...at('3 Cedar Road', 'Nome', '99762'),
        name: 'Cedar High',
        phone: '(907) 555-0199',
        fax: '(907) 555-0198, extension 4',
        status: 'ACTIVE',
        bannerCode: 'C1',
        salesforceId: 'SF-3',
        notes: '=A\nSecond',
        version: 2,
      },
      {
        ...plain,
        ...at('4 Road', 'Juneau', '99801'),
        name: 'Dogwood High',
        phone: '(907) 555-0177',
        status: 'INACTIVE',
        bannerCode: '',
        version: 1,
      },
    ]);
    const events = await storedRows(orm, EventEntity, ['kind'], { where: { actor: { $ne: null } } });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array<string>(3).fill('highSchool.changed'),
      ...Array<string>(2).fill('highSchool.created'),
    ]);
    expect((await planned(LIST)).counts).toEqual({
      create: 0,
      update: 0,
      unchanged: 4,
      similar: 0,
      error: 0,
    });
  });

  it('does nothing if a school or the list differs from the preview', async () => {
    const { plan } = await planned(LIST);
    await changeHighSchool(makeCtx({ orm }), { id: birch.id, patch: { notes: 'New' }, ifMatch: null });
    const before = await everything();
    const stale = new VersionConflict('Some of these schools were changed in the meantime');
    expect(await refusalOf(run(LIST, plan))).toEqual(stale);
    const { plan: next } = await planned(LIST);
    expect(next).not.toBe(plan);
    expect(await refusalOf(run(LIST.replace('Nome', 'Kenai'), next))).toEqual(stale);
    expect(await everything()).toEqual(before);
    expect((await run(LIST, next)).counts.update).toBe(2);
  });

  it('runs once when it is confirmed twice concurrently', async () => {
    const { plan } = await planned(LIST);
    const results = await Promise.allSettled([run(LIST, plan), run(LIST, plan)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await schools()).toHaveLength(4);
  });

  it('skips rows with errors', async () => {
    const list = 'name,phone\nAurora High,9075550001\nBroken High,1';
    const { plan } = await planned(list);
    expect((await run(list, plan)).counts).toEqual({
      create: 0,
      update: 1,
      unchanged: 0,
      similar: 0,
      error: 1,
    });
    expect(await schools()).toHaveLength(2);
  });

  it('is only for administrators', async () => {
    const { plan } = await planned(LIST);
    const before = await everything();
    const { actor: staff } = await makeCounselor(orm, [aurora.id]);
    for (const [actor, refusal] of [
      [staff, new Forbidden()],
      [ANONYMOUS, new Unauthorized()],
    ] as const) {
      expect(await refusalOf(planned(LIST, actor))).toEqual(refusal);
      expect(await refusalOf(run(LIST, plan, actor))).toEqual(refusal);
    }
    expect(await everything()).toEqual(before);
  });
});
