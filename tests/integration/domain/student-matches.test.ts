import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareStudents, findMatchedStudents } from '#app/domain/students/compare-students.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-queries.server.ts';
import { foldedText, looksLikeSameStudent, type StudentIdentity } from '#app/students/same-student.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { foldedSql } from '#db/folded-sql.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { type MadeDesignation, makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { type MadeYear, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let orm: Orm;
let year: MadeYear;
let admin: Actor;

beforeAll(async () => {
  orm = await openOrm(database.url);
  year = await makeYear(orm);
  admin = actorOf(await makeAdmin(orm));
});
afterAll(() => orm.close(true));
beforeEach(async () => {
  await orm.em.fork().nativeDelete(DesignationEntity, {});
});

type GivenStudents = Parameters<typeof makeDesignation>[1]['students'];

async function designate(
  students: GivenStudents,
  given: Partial<MadeDesignation> = {},
): Promise<MadeDesignation & { counselor: Actor }> {
  const { students: _students, ...rest } = given;
  const school = await makeSchool(orm);
  const { actor } = await makeCounselor(orm, [school.id]);
  const made = await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: actor.id,
    status: 'PENDING',
    ...rest,
    students,
  });
  return { ...made, counselor: actor };
}

const matched = (designation: { id: string }, actor: Actor = admin) =>
  findMatchedStudents(makeCtx({ orm, actor }), designation.id);

const ANN: StudentIdentity = {
  first: 'Ann',
  last: 'Núñez Vega',
  dateOfBirth: '2009-05-17',
  email: 'ann@one.example.org',
};

describe('a student on two lists', () => {
  it.each<[string, Partial<StudentIdentity>, boolean]>([
    ['the same in everything', {}, true],
    ['another first name, the same email', { first: 'Anna' }, true],
    ['another email, the same first name', { email: 'ann@two.example.org' }, true],
    ['another first name and email', { first: 'Anna', email: 'ann@two.example.org' }, false],
    ['another last name', { last: 'Vega' }, false],
    ['another birth date', { dateOfBirth: '2009-05-18' }, false],
    ['another case', { first: 'ANN', last: 'NÚÑEZ VEGA', email: 'x' }, true],
    ['an email in another case', { first: 'x', email: 'Ann@One.Example.ORG' }, true],
    ['no accents', { last: 'Nunez Vega' }, true],
    ['decomposed accents', { last: 'Núñez Vega'.normalize('NFD') }, true],
    ['spaces around', { first: '  Ann ', last: ' Núñez Vega  ' }, true],
    ['doubled spaces inside', { last: 'Núñez   Vega' }, true],
    ['a non-breaking space', { last: 'Núñez\u00a0Vega' }, true],
    ['missing spaces', { last: 'NúñezVega' }, false],
    ['no birth date', { dateOfBirth: '' }, false],
    ['no last name', { last: '' }, false],
    ['neither first name nor email', { first: '', email: '' }, false],
  ])('%s', async (_name, differences, isMatch) => {
    const other = { ...ANN, ...differences };
    const mine = await designate([{}, ANN]);
    const theirs = await designate([other]);
    expect(await matched(mine)).toEqual(isMatch ? [mine.students[1]?.id] : []);
    expect(await matched(theirs)).toEqual(isMatch ? [theirs.students[0]?.id] : []);
    expect(looksLikeSameStudent(ANN, other)).toBe(isMatch);
  });

  it.each<[string, Partial<StudentIdentity>]>([
    ['birth dates', { dateOfBirth: '' }],
    ['last names', { last: '' }],
    ['first names and emails', { first: '', email: '' }],
    ['first names and emails except for spaces', { first: ' ', email: ' ' }],
  ])("doesn't match if both lack %s", async (_name, lacking) => {
    const student = { ...ANN, ...lacking };
    const mine = await designate([student]);
    await designate([student]);
    expect(await matched(mine)).toEqual([]);
    expect(looksLikeSameStudent(student, student)).toBe(false);
  });

  it('matches in every status of the two designations, unless one is rejected', async () => {
    for (const mine of DESIGNATION_STATUSES) {
      for (const theirs of DESIGNATION_STATUSES) {
        await orm.em.fork().nativeDelete(DesignationEntity, {});
        const one = await designate([ANN], { status: mine });
        const other = await designate([ANN], { status: theirs });
        const isCounted = mine !== 'REJECTED' && theirs !== 'REJECTED';
        expect(await matched(one)).toEqual(isCounted ? [one.students[0]?.id] : []);
        expect(await matched(other)).toEqual(isCounted ? [other.students[0]?.id] : []);
      }
    }
  });

  it('is not looked for in other years, nor on the list itself', async () => {
    const last = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const mine = await designate([ANN, ANN]);
    const earlier = await designate([ANN], { academicYearId: last.id });
    expect([await matched(mine), await matched(earlier)]).toEqual([[], []]);
  });

  it("is listed once, in the list's order, even if several lists match", async () => {
    const ben = { ...ANN, first: 'Ben', email: 'ben@one.example.org' };
    const mine = await designate([ben, {}, ANN]);
    for (let lists = 0; lists < 3; lists += 1) await designate([ANN, ben]);
    expect(await matched(mine)).toEqual([mine.students[0]?.id, mine.students[2]?.id]);
  });
});

describe('the rule that matches students', () => {
  const word = fc.string({
    unit: fc.constantFrom(...Array.from("aAeEéÉñÑöÖßøıİ  -'\u00a0\u0301ŁłΣς")),
    maxLength: 5,
  });
  const identity = fc.record({
    first: fc.oneof(word, fc.constantFrom('Ann', 'ann ')),
    last: fc.oneof(word, fc.constantFrom('Lee', 'LEE', ' lée')),
    dateOfBirth: fc.constantFrom('2009-05-17', '2009-05-18', ''),
    email: fc.constantFrom('', 'a@x.example', 'A@X.example'),
  });

  it('folds texts in the database as in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 20, maxLength: 20 }), async (words) => {
        const rows = await orm.em
          .fork()
          .execute<{ folded: string }[]>(
            `select ${foldedSql('w.word')} as folded from json_array_elements_text(?::json) with ordinality w(word, n) order by n`,
            [JSON.stringify(words)],
          );
        expect(rows.map(({ folded }) => folded)).toEqual(words.map(foldedText));
      }),
      { numRuns: 40 },
    );
  });

  it('is symmetric, and the same in the database as in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(identity, { minLength: 1, maxLength: 6 }),
        fc.array(identity, { minLength: 1, maxLength: 6 }),
        async (some, others) => {
          await orm.em.fork().nativeDelete(DesignationEntity, {});
          const mine = await designate(some);
          const theirs = await designate(others);
          const like = (of: readonly StudentIdentity[], among: readonly StudentIdentity[]) =>
            of.map((student) => among.some((one) => looksLikeSameStudent(student, one)));
          const reported = async (made: MadeDesignation) => {
            const ids = await matched(made);
            return made.students.map(({ id }) => ids.includes(id));
          };
          expect(await reported(mine)).toEqual(like(some, others));
          expect(await reported(theirs)).toEqual(like(others, some));
          for (const one of some) {
            for (const other of others) {
              expect(looksLikeSameStudent(one, other)).toBe(looksLikeSameStudent(other, one));
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the search for matches', () => {
  it('takes as many statements for 1 student as for 40', async () => {
    const counting = await openCountingOrm(database.url);
    const alike = Array.from({ length: 40 }, (_, index) => ({ ...ANN, first: `Ann ${index}` }));
    const one = await designate([ANN]);
    const many = await designate(alike);
    for (const made of [one, many]) {
      const ctx = makeCtx({ orm: counting.orm, actor: admin });
      expect(await counting.count(() => findMatchedStudents(ctx, made.id))).toBe(2);
    }
    // begin, the designation, its students, the matches, the students of others, the disclosure, commit
    for (const made of [one, many]) {
      const ctx = makeCtx({ orm: counting.orm, actor: admin });
      expect(await counting.count(() => compareStudents(ctx, made.id))).toBe(6);
    }
    await counting.orm.close(true);
  });

  it('looks each student up in the index by birth date and last name', async () => {
    const made = await designate(3);
    await designate(1);
    await fillWithStrangers(made.id);
    const plan = await orm.em
      .fork()
      .execute<{ 'QUERY PLAN': string }[]>(
        `explain (costs off) select array(select s.id from ${STUDENT_MATCHES.sql}) from designation d where d.id = ?`,
        [made.id],
      );
    const lines = plan.map((line) => line['QUERY PLAN']);
    expect(lines.filter((line) => line.includes('Seq Scan on student'))).toEqual([]);
    const probe = lines.findIndex((line) => line.includes('student_match_index'));
    expect(lines[probe + 1]).toMatch(/Index Cond: \(\(date_of_birth = .*\) AND \(CASE .* = .*\)\)/);
    expect(lines.filter((line) => line.includes('student_match_index'))).toHaveLength(1);
  });
});

/** Adds twenty thousand students of other designations, born on about a thousand days. */
async function fillWithStrangers(exampleId: string): Promise<void> {
  const em = orm.em.fork();
  await em.execute(
    `with schools as (
       insert into high_school (id, name, phone, address_id, address_address1, address_city, address_state, address_zip5, created_at, updated_at)
       select gen_random_uuid(), 'Filler ' || n, '(907) 555-0200', gen_random_uuid(), '1 Road', 'Juneau', 'AK', '99801', now(), now()
         from generate_series(1, 500) n returning id),
     designations as (
       insert into designation (id, high_school_id, academic_year_id, status, submitted_by_id, created_at, updated_at)
       select gen_random_uuid(), schools.id, d.academic_year_id, 'PENDING', d.submitted_by_id, now(), now()
         from schools, designation d where d.id = ? returning id)
     insert into student (id, designation_id, position, first, last, date_of_birth, address_id, created_at, updated_at)
     select gen_random_uuid(), designations.id, n, 'Filler', 'Filler', date '2008-01-01' + (random() * 1000)::int, gen_random_uuid(), now(), now()
       from designations, generate_series(0, 39) n`,
    [exampleId],
  );
  await em.execute('analyze');
}
