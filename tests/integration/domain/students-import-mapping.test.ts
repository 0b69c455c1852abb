import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findImportMapping, rememberImportMapping } from '#app/domain/students/import-mapping.server.ts';
import { listPurgeableYears, purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, SYSTEM } from '#app/policy/actor.ts';
import { IMPORT_MAPPING_MAX, type ImportMapping, ImportMappingSchema } from '#app/schemas/import-mapping.ts';
import { ImportMappingEntity } from '#db/entities/import-mapping.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { insertSimultaneously } from '#tests/support/simultaneous-inserts.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

type Columns = ImportMapping['columns'];

const clock = createTestClock();
const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

const ctxOf = (actor: Actor) => makeCtx({ orm, actor, now: clock.now });
const find = (actor: Actor, highSchoolId: string) => findImportMapping(ctxOf(actor), { highSchoolId });
const remember = (actor: Actor, highSchoolId: string, columns: Columns) =>
  rememberImportMapping(ctxOf(actor), { highSchoolId, mapping: { columns } });
const stored = () =>
  storedRows(orm, ImportMappingEntity, ['highSchool', 'columns', 'createdAt', 'updatedAt'], {
    orderBy: { highSchool: 'asc' },
  });

async function twoSchools() {
  const [mine, theirs] = [await makeSchool(orm), await makeSchool(orm)];
  const [{ actor: me }, { actor: them }] = [
    await makeCounselor(orm, [mine.id]),
    await makeCounselor(orm, [theirs.id]),
  ];
  return { mine, theirs, me, them };
}

describe("a school's import mapping", () => {
  it('is empty before the first import, and then the latest choice', async () => {
    const { mine, me } = await twoSchools();
    expect(await find(me, mine.id)).toEqual({ columns: {} });
    await remember(me, mine.id, { dob: 'dateOfBirth', homeroom: 'LEFT_OUT' });
    await remember(me, mine.id, { homeroom: 'city', vorname: 'first' });
    await remember(me, mine.id, {});
    expect(await find(me, mine.id)).toEqual({
      columns: { dob: 'dateOfBirth', homeroom: 'city', vorname: 'first' },
    });
  });

  it('is one row a school, with the times of the first and the latest', async () => {
    const { mine, me } = await twoSchools();
    const first = clock.now();
    await remember(me, mine.id, { dob: 'dateOfBirth' });
    clock.advance(300_000);
    await remember(me, mine.id, { dob: 'LEFT_OUT' });
    const rows = await storedRows(orm, ImportMappingEntity, ['columns', 'createdAt', 'updatedAt'], {
      where: { highSchool: mine.id },
    });
    expect(rows).toEqual([{ columns: { dob: 'LEFT_OUT' }, createdAt: first, updatedAt: clock.now() }]);
  });

  it('keeps what concurrent first imports of the school remember', async () => {
    const { mine, me } = await twoSchools();
    await insertSimultaneously(orm, 'import_mapping', [
      () => remember(me, mine.id, { dob: 'dateOfBirth' }),
      () => remember(me, mine.id, { town: 'city' }),
      () => remember(me, mine.id, { vorname: 'first' }),
    ]);
    expect(await find(me, mine.id)).toEqual({
      columns: { dob: 'dateOfBirth', town: 'city', vorname: 'first' },
    });
  });

  it("can be seen and changed only by that school's staff", async () => {
    const { mine, theirs, me, them } = await twoSchools();
    await remember(me, mine.id, { dob: 'dateOfBirth' });
    await remember(them, theirs.id, { geburtstag: 'dateOfBirth' });
    const admin = actorOf(await makeAdmin(orm));
    const before = await stored();
    for (const actor of [them, admin, SYSTEM]) {
      await expect(find(actor, mine.id)).rejects.toThrow(NotFound);
      await expect(remember(actor, mine.id, { dob: 'LEFT_OUT' })).rejects.toThrow(NotFound);
    }
    await expect(find(me, randomUUID())).rejects.toThrow(NotFound);
    await expect(find(ANONYMOUS, mine.id)).rejects.toThrow(Unauthorized);
    await expect(remember(ANONYMOUS, mine.id, { dob: 'LEFT_OUT' })).rejects.toThrow(Unauthorized);
    expect(await stored()).toEqual(before);
    expect(await find(me, mine.id)).toEqual({ columns: { dob: 'dateOfBirth' } });
    expect(await find(them, theirs.id)).toEqual({ columns: { geburtstag: 'dateOfBirth' } });
  });

  it('is limited: with too many headers, keeps only those of the latest file', async () => {
    const { mine, me } = await twoSchools();
    const many: Columns = Object.fromEntries(
      Array.from({ length: IMPORT_MAPPING_MAX }, (_, index) => [`column${index}`, 'LEFT_OUT' as const]),
    );
    await remember(me, mine.id, many);
    await remember(me, mine.id, { column1: 'city' });
    expect(Object.keys((await find(me, mine.id)).columns).length).toBe(IMPORT_MAPPING_MAX);
    await remember(me, mine.id, { dob: 'dateOfBirth' });
    expect(await find(me, mine.id)).toEqual({ columns: { dob: 'dateOfBirth' } });
    expect(ImportMappingSchema.safeParse({ columns: { ...many, one: 'city' } }).success).toBe(false);
  });

  it("remembers no header that looks like a student's data, whatever the browser sends", async () => {
    const { mine, me } = await twoSchools();
    const data = [
      ...['20100304', '2010', '3march2010', 'march3rd2010', '9075550101', '99801', '998010001', 'ak99801'],
      ...['annsexampleorg', 'annleegmailcom', 'annleejuneauk12akus', '20100304#2'],
    ];
    const sent: Columns = Object.fromEntries(data.map((key) => [key, 'first' as const]));
    await remember(me, mine.id, sent);
    expect(
      await storedRows(orm, ImportMappingEntity, ['columns'], { where: { highSchool: mine.id } }),
    ).toEqual([]);
    await remember(me, mine.id, { ...sent, dob: 'dateOfBirth', 'email#2': 'parentEmail' });
    expect(await find(me, mine.id)).toEqual({ columns: { dob: 'dateOfBirth', 'email#2': 'parentEmail' } });

    const columns = { ...sent, dob: 'dateOfBirth' };
    await orm.em.fork().nativeUpdate(ImportMappingEntity, { highSchool: mine.id }, { columns });
    expect(await find(me, mine.id)).toEqual({ columns: { dob: 'dateOfBirth' } });
    await remember(me, mine.id, { telecom: 'LEFT_OUT' });
    expect(
      await storedRows(orm, ImportMappingEntity, ['columns'], { where: { highSchool: mine.id } }),
    ).toEqual([{ columns: { dob: 'dateOfBirth', telecom: 'LEFT_OUT' } }]);
  });

  it('is deleted by a purge of the year in which it began, or of a later one, and of no earlier one', async () => {
    const { mine, theirs, me, them } = await twoSchools();
    const rememberAt = (actor: Actor, highSchoolId: string, at: string) =>
      rememberImportMapping(makeCtx({ orm, actor, now: () => new Date(at) }), {
        highSchoolId,
        mapping: { columns: { ann: 'first' } },
      });
    const closed = await makeYear(orm, { year: 2010, status: 'INACTIVE' });
    const purgeable = async () => (await listPurgeableYears(ctxOf(SYSTEM), 7)).map(({ year }) => year);
    await rememberAt(them, theirs.id, '2011-01-01T09:00:00Z');
    expect(await purgeable()).toEqual([]);
    await rememberAt(me, mine.id, '2011-01-01T08:59:59.999Z');
    await rememberAt(me, mine.id, '2016-06-01T12:00:00Z');
    expect(await purgeable()).toEqual([2010]);
    await purgeStudentsOfYear(ctxOf(SYSTEM), closed.id);
    expect(await find(me, mine.id)).toEqual({ columns: {} });
    expect(await find(them, theirs.id)).toEqual({ columns: { ann: 'first' } });
    expect(await purgeable()).toEqual([]);
  });

  it('accepts only headers, and validates what is stored', async () => {
    const parses = (columns: unknown) => ImportMappingSchema.safeParse({ columns }).success;
    expect(parses({ dob: 'dateOfBirth', 'email#2': 'LEFT_OUT' })).toBe(true);
    for (const key of ['a b', 'ann@s.example.org', '', 'x'.repeat(61), '03/04/2010', '__proto__x']) {
      expect(parses({ [key]: 'first' })).toBe(false);
    }
    expect(parses({ dob: 'password' })).toBe(false);

    const { mine, me } = await twoSchools();
    await remember(me, mine.id, { dob: 'dateOfBirth' });
    await orm.em
      .fork()
      .nativeUpdate(ImportMappingEntity, { highSchool: mine.id }, { columns: { dob: 'gone' } });
    expect(await find(me, mine.id)).toEqual({ columns: {} });
  });
});
