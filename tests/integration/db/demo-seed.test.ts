import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { findReturnedContents } from '#app/domain/designations/returned-contents.server.ts';
import { ageOn } from '#app/lib/time/age.ts';
import { isCommentRequired } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { CRITERIA, type Criteria, DESIGNATION_STATUSES, STAFF_POSITIONS } from '#app/schemas/enums.ts';
import { DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';
import { StudentSchema } from '#app/schemas/student.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { DEMO_PEOPLE } from '#db/seeds/demo-people.ts';
import { getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const NOW = new Date('2026-11-21T21:00:00.000Z');

const FINGERPRINTS = [
  'academic_year',
  'access_request',
  'deadline_extension',
  'designation',
  'designation_message',
  'disclosure',
  'email_delivery',
  'email_template',
  'event',
  'high_school',
  'high_school_staff',
  'high_school_staff_invite',
  'internal_note',
  'outbox_mail',
  'student',
  'user_account',
  'user_invite',
].map(
  (table) =>
    `select '${table}' as name, count(*)::int as count,
            md5(string_agg(t::text, ',' order by id)) as contents from ${table} t`,
);

describe('the demo data', () => {
  const database = useDatabase();
  let orm: Orm;
  let results: string[];

  beforeAll(async () => {
    orm = await openOrm(database.url);
    results = [await seedDemo(orm.em.fork(), NOW)];
  });
  afterAll(() => orm.close(true));

  const rows = <Row>(sql: string) => orm.em.fork().execute<Row[]>(sql);
  const everything = () =>
    rows<{ name: string; count: number; contents: string }>(FINGERPRINTS.join(' union all '));

  it('exists after the first run, and is unchanged by a second', async () => {
    const before = await everything();
    results.push(await seedDemo(orm.em.fork(), new Date('2027-01-01T00:00:00Z')));

    expect(results).toEqual(['SEEDED', 'ALREADY_THERE']);
    expect(await everything()).toEqual(before);
    expect(before.filter(({ count }) => count === 0)).toEqual([]);
  });

  it('has what a demo needs', async () => {
    const em = orm.em.fork();
    expect(await em.count(HighSchoolEntity)).toBe(40);
    expect(await em.count(AcademicYearEntity)).toBe(3);
    expect(await em.count(EmailTemplateEntity)).toBe(3);
    const designations = await em.find(DesignationEntity, { academicYear: { status: 'ACTIVE' } });
    const statuses = new Set(designations.map(({ status }) => status));
    expect(statuses).toEqual(new Set(DESIGNATION_STATUSES));
    const staff = await em.findAll(HighSchoolStaffEntity);
    expect(new Set(staff.map(({ position }) => position))).toEqual(new Set(STAFF_POSITIONS));
  });

  it('has people to sign in as: an administrator, a counselor with a returned and an unstarted school, and someone invited', async () => {
    const { administrator, counselor, invited } = DEMO_PEOPLE;
    const em = orm.em.fork();
    const { flags } = await em.findOneOrFail(UserAccountEntity, { email: administrator.email });
    expect(flags).toEqual(['ADMIN']);
    const memberships = await em.find(HighSchoolStaffEntity, { user: { email: counselor.email } });
    expect(memberships.map(({ position }) => position)).toEqual(['COUNSELOR', 'COUNSELOR']);
    const designations = await storedRows(orm, DesignationEntity, ['status', 'reasons'], {
      where: {
        academicYear: { status: 'ACTIVE' },
        highSchool: { $in: memberships.map(({ highSchool }) => highSchool.id) },
      },
    });
    expect(designations).toEqual([{ status: 'RETURNED', reasons: ['ADDRESS', 'STUDENT_DETAILS'] }]);
    const invites = await storedRows(orm, HighSchoolStaffInviteEntity, ['position'], {
      where: { userInvite: { email: invited.email } },
    });
    expect(invites).toEqual([{ position: 'COUNSELOR' }]);
  });

  it('lets administrators compare the active year with the two before', async () => {
    const ctx = makeCtx({ orm, actor: SYSTEM, now: () => NOW });
    const home = await getAdminHome(ctx, { page: { limit: 1, offset: 0 } });
    expect(home?.weekly?.years.map(({ year }) => year)).toEqual([2026, 2025, 2024]);
    expect(home?.weekly?.unknownYears).toEqual([]);
    expect(home?.students.lastYear?.atThisTime).toBeGreaterThan(100);
    const byNow = home?.weekly?.weeks.at(-1)?.submitted ?? [];
    expect(byNow.filter((count) => count === 0)).toEqual([]);
  });

  it('contains no submission by a user who never signed in', async () => {
    const events = await orm.em.fork().find(EventEntity, { actor: { $ne: null } }, { populate: ['actor'] });
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter(({ at, actor }) => !(Number(actor?.lastSignedInAt ?? 0) >= Number(at)))).toEqual([]);
  });

  it('stores the returned contents of each returned designation', async () => {
    const ctx = makeCtx({ orm });
    const returned = await storedRows(orm, DesignationEntity, ['id', 'updatedAt'], {
      where: { status: 'RETURNED' },
    });
    expect(returned.length).toBeGreaterThan(0);
    for (const { id, updatedAt } of returned) {
      expect(await findReturnedContents(ctx, id)).toEqual({
        returnedAt: updatedAt.toISOString(),
        contents: DesignationContentsSchema.parse(await loadDesignation(ctx, id)),
      });
    }
    const returns = await storedRows(orm, EventEntity, ['subjectId'], {
      where: { kind: 'designation.returned' },
    });
    const resubmitted = await orm.em.fork().count(DesignationEntity, {
      id: { $in: returns.map(({ subjectId }) => subjectId) },
      status: 'PENDING',
    });
    expect(await orm.em.fork().count(ReturnedContentsEntity)).toBe(returned.length + resubmitted);
  });

  it('follows the rules for submissions', async () => {
    const designations = await rows<{
      id: string;
      name: string;
      year: number;
      class_size: number;
      criteria: Criteria;
      comment: string | null;
      students: number;
      before: Criteria | null;
    }>(
      `select d.id, h.name, y.year, d.class_size, d.criteria, d.criteria_comment as comment,
              (select count(*)::int from student s where s.designation_id = d.id) as students,
              (select p.criteria from designation p join academic_year py on py.id = p.academic_year_id
                where p.high_school_id = h.id and py.year < y.year order by py.year desc limit 1) as before
         from designation d join high_school h on h.id = d.high_school_id
         join academic_year y on y.id = d.academic_year_id where d.status <> 'STARTED'`,
    );
    const errors = designations.filter(
      (row) =>
        row.students !== designationSize(row.class_size) ||
        !CRITERIA.includes(row.criteria) ||
        (isCommentRequired(row.criteria, row.before) && (row.comment ?? '') === ''),
    );
    expect(designations.length).toBeGreaterThan(90);
    expect(errors).toEqual([]);
  });

  it('has students whom the form would accept, 16 to 18 years old in the fall of their year', async () => {
    const students = await rows<Record<string, string | boolean> & { year: number; dob: string }>(
      `select s.first, s.middle, s.last, s.preferred, s.twin, s.phone, s.email, s.parent_email,
              s.date_of_birth::text as dob, s.address_address1, s.address_city, s.address_state, s.address_zip5,
              s.address_zip4, y.year
         from student s join designation d on d.id = s.designation_id join academic_year y on y.id = d.academic_year_id`,
    );
    const errors = students.filter((row) => {
      const parsed = StudentSchema.safeParse({
        first: row['first'],
        middle: row['middle'],
        last: row['last'],
        preferred: row['preferred'],
        twin: row['twin'],
        phone: row['phone'],
        email: row['email'],
        parentEmail: row['parent_email'],
        dateOfBirth: row.dob,
        address: {
          address1: row['address_address1'],
          city: row['address_city'],
          state: row['address_state'],
          zip5: row['address_zip5'],
          zip4: row['address_zip4'],
        },
      });
      const age = ageOn(row.dob, `${row.year}-11-21`);
      return !parsed.success || age < 16 || age > 18;
    });
    expect(students.length).toBeGreaterThan(400);
    expect(errors).toEqual([]);
    expect(
      new Set(students.map((row) => `${String(row['first'])} ${String(row['last'])}`)).size,
    ).toBeGreaterThan(400);
  });
});

describe('a database with other data', () => {
  const database = useDatabase();

  it('is unchanged', async () => {
    const orm = await openOrm(database.url);
    await makeYear(orm, { year: 1999, status: 'INACTIVE' });
    expect(await seedDemo(orm.em.fork(), NOW)).toBe('OTHER_DATA');
    expect(await orm.em.fork().count(UserAccountEntity)).toBe(0);
    await orm.close(true);
  });
});
