import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageOn } from '#app/lib/time/age.ts';
import { findPreviousCriteria } from '#app/domain/designations/find-previous-designation.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { DesignationResponseSchema, DesignationPatchSchema } from '#app/schemas/designation.ts';
import { HighSchoolResponseSchema, HighSchoolPatchSchema } from '#app/schemas/high-school.ts';
import { StudentSchema } from '#app/schemas/student.ts';
import { UserResponseSchema, UserPatchSchema } from '#app/schemas/user.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { DEMO_PEOPLE } from '#db/seeds/demo-people.ts';
import { LARGE_SCALE, seedLarge } from '#db/seeds/large.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const NOW = new Date('2026-11-21T21:00:00.000Z');
const SMALL = { schools: 50, years: 3, schoolsOfSuperintendent: 20 };

const FINGERPRINTS = [
  'academic_year',
  'designation',
  'disclosure',
  'event',
  'high_school',
  'high_school_staff',
  'student',
  'user_account',
].map(
  (table) =>
    `select '${table}' as name, count(*)::int as count,
            md5(string_agg(t::text, ',' order by id)) as contents from ${table} t`,
);

/** Every fourth designation, spread over all schools, years, and statuses. */
const SAMPLE = `select id, year from (select d.id, y.year, row_number() over (order by d.status, y.year, d.id) as place
                  from designation d join academic_year y on y.id = d.academic_year_id) d where place % 4 = 0`;

describe('the large data set, made small', () => {
  const [database, again] = [useDatabase(), useDatabase()];
  const reported: number[] = [];
  let orm: Orm;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    expect(await seedLarge(orm.em.fork(), NOW, { scale: SMALL, onYear: (year) => reported.push(year) })).toBe(
      'SEEDED',
    );
  });
  afterAll(() => orm.close(true));

  const rows = <Row>(sql: string) => orm.em.fork().execute<Row[]>(sql);
  const everything = (url: string) =>
    queryRows<{ name: string; count: number; contents: string }>(url, FINGERPRINTS.join(' union all '));

  it('has a designation for each school and year, ten students on average, and people at each school', async () => {
    expect(
      Object.fromEntries((await everything(database.url)).map(({ name, count }) => [name, count])),
    ).toMatchObject({
      academic_year: 3,
      designation: 150,
      disclosure: 2,
      high_school: 50,
      high_school_staff: 50 + 50 + 16 + 50,
      student: 1500,
      user_account: 5 + 50 + 50 + 16 + 3,
    });
    expect(reported).toEqual([2024, 2025, 2026]);
    const [schools] = await rows<{ names: number; least: number; most: number }>(
      `select count(distinct h.name)::int as names, min(s.staff)::int as least, max(s.staff)::int as most
         from high_school h join (select high_school_id, count(*) as staff from high_school_staff group by 1) s
           on s.high_school_id = h.id`,
    );
    expect(schools).toEqual({ names: 50, least: 3, most: 4 });
    expect(LARGE_SCALE.schools * LARGE_SCALE.years).toBe(101_500);
  });

  it('is deterministic, and unchanged by a second run', async () => {
    const other = await openOrm(again.url);
    await seedLarge(other.em.fork(), NOW, { scale: SMALL });
    await other.close(true);
    const before = await everything(database.url);
    expect(await everything(again.url)).toEqual(before);

    const later = new Date('2027-01-01T00:00:00Z');
    expect(await seedLarge(orm.em.fork(), later, { scale: SMALL })).toBe('ALREADY_THERE');
    expect(await everything(database.url)).toEqual(before);
  });

  it("has decided and downloaded old years, and every status in the newest year, which wasn't downloaded", async () => {
    const years = await rows<{
      year: number;
      status: string;
      approved: number;
      downloaded: number;
      statuses: number;
    }>(
      `select y.year, y.status, count(*) filter (where d.status = 'APPROVED')::int as approved,
              count(d.downloaded_at)::int as downloaded, count(distinct d.status)::int as statuses
         from designation d join academic_year y on y.id = d.academic_year_id group by y.year, y.status order by y.year`,
    );
    expect(years.map(({ year, status, downloaded }) => ({ year, status, downloaded }))).toEqual([
      { year: 2024, status: 'INACTIVE', downloaded: 50 },
      { year: 2025, status: 'INACTIVE', downloaded: 50 },
      { year: 2026, status: 'ACTIVE', downloaded: 0 },
    ]);
    expect(years.map(({ approved }) => approved > 40)).toEqual([true, true, false]);
    expect(years.at(-1)?.statuses).toBe(5);
  });

  it('contains designations that the product itself would accept', async () => {
    const sample = await rows<{ id: string; year: number }>(SAMPLE);
    expect(sample.length).toBe(37);
    for (const { id, year } of sample) {
      const ctx = makeCtx({ orm, now: () => NOW });
      const designation = DesignationResponseSchema.parse(await loadDesignation(ctx, id));
      const previous = await findPreviousCriteria(ctx, { highSchoolId: designation.highSchoolId, year });
      expect(submissionIssues(designation, previous?.criteria ?? null)).toEqual([]);
      expect(DesignationPatchSchema.safeParse(designation).error).toBeUndefined();
      for (const student of designation.students) {
        expect(StudentSchema.safeParse(student).error).toBeUndefined();
        expect([16, 17, 18]).toContain(ageOn(student.dateOfBirth, `${year}-11-21`));
      }
    }
  });

  it('contains schools and people that the product itself would accept', async () => {
    const ctx = makeCtx({ orm, now: () => NOW });
    for (const { id } of await storedRows(orm, HighSchoolEntity, ['id'])) {
      const school = HighSchoolResponseSchema.parse(await getHighSchool(ctx, id));
      expect(HighSchoolPatchSchema.safeParse(school).error).toBeUndefined();
    }
    const people = await storedRows(orm, UserAccountEntity, ['id', 'email', 'flags'], {
      orderBy: { email: 'asc' },
    });
    for (const { id } of people) {
      const user = UserResponseSchema.parse(await getUser(ctx, id));
      expect(UserPatchSchema.safeParse(user).error).toBeUndefined();
    }
    const administrators = people.filter(({ flags }) => flags.includes('ADMIN'));
    expect(administrators.map(({ email }) => email)).toEqual([
      DEMO_PEOPLE.administrator.email,
      ...[2, 3, 4, 5].map((number) => `reviewer${number}@scholars.example.org`),
    ]);
  });

  it('has timelines in order without future events, and disclosures for the students of closed years', async () => {
    const disordered = await rows(
      `select d.id from designation d
         join event c on c.subject_id = d.id and c.kind = 'designation.created'
         left join event s on s.subject_id = d.id and s.kind = 'designation.submitted'
         left join event e on e.subject_id = d.id and e.kind not in ('designation.created', 'designation.submitted')
        where c.at >= s.at or s.at >= e.at or d.updated_at <> coalesce(e.at, s.at, c.at)
           or d.updated_at > '${NOW.toISOString()}' or d.version <> 1 + (s.id is not null)::int + (e.id is not null)::int`,
    );
    expect(disordered).toEqual([]);
    const undisclosed = await rows(
      `select s.id from student s join designation d on d.id = s.designation_id
        where d.downloaded_at is not null and not exists (select from disclosure x where s.id = any(x.student_ids))`,
    );
    expect(undisclosed).toEqual([]);
  });

  it('gives twins one family, and everyone their own ID', async () => {
    const pairs = await rows<{ families: number; students: number }>(
      `select count(distinct (last, date_of_birth, phone, parent_email, address_address1))::int as families,
              count(*)::int as students from student where twin group by designation_id`,
    );
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs.filter(({ families, students }) => families !== 1 || students !== 2)).toEqual([]);
    const [ids] = await rows<{ addresses: number }>(
      'select count(distinct address_id)::int as addresses from student',
    );
    expect(ids).toEqual({ addresses: 1500 });
  });
});

describe('a database with other data', () => {
  const database = useDatabase();

  it('is unchanged', async () => {
    const orm = await openOrm(database.url);
    await makeEvent(orm, new Date(), { kind: 'user.created', subject: ['USER', randomUUID()] });
    expect(await seedLarge(orm.em.fork(), NOW, { scale: SMALL })).toBe('OTHER_DATA');
    expect(await orm.em.fork().count(UserAccountEntity)).toBe(0);
    await orm.close(true);
  });
});
