import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { getStudentDisclosures, listDisclosures } from '#app/domain/disclosures/list-disclosures.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { listPurgeableYears, purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { EventSubject } from '#db/entities/event.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

async function yearWithStudents(year: number, status: 'ACTIVE' | 'INACTIVE' = 'INACTIVE') {
  const made = await makeYear(orm, { year, status });
  const school = await makeSchool(orm);
  const { user, actor } = await makeCounselor(orm, [school.id]);
  const designation = await makeDesignation(orm, {
    academicYearId: made.id,
    highSchoolId: school.id,
    submittedById: user.id,
    status: 'APPROVED',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
  });
  return { year: made, counselor: actor, designation };
}
const remove = (id?: string) => orm.em.fork().nativeDelete(StudentEntity, { id: id ?? '' });
const named = () =>
  queryRows(
    database.url,
    `select y.year, count(s.id)::int as students, count(*) filter (where s.last <> '')::int as named
       from student s join designation d on d.id = s.designation_id join academic_year y on y.id = d.academic_year_id
      group by y.year order by y.year`,
  );

/** Makes backups, events, and restores at hours of one day, by default about a designation. */
function hoursOf({ id: designationId, students }: MadeDesignation) {
  const hour = (hours: number) =>
    new Date(Date.UTC(2026, 10, 22) + Math.round(hours * 3_600_000)).toISOString();
  const osAccount = { osUser: 'ada', host: 'db1' };
  const at = (hours: number) => makeCtx({ orm, channel: 'CLI', osAccount, now: () => new Date(hour(hours)) });
  const backup = (hours: number) => recordBackup(at(hours), `Backup at ${hours}`);
  const event = (
    hours: number,
    kind: string,
    changes: Record<string, unknown>,
    [type, id]: readonly [EventSubject, string] = ['DESIGNATION', designationId],
  ) =>
    orm.em.fork().insert(EventEntity, {
      ...{ id: randomUUID(), at: new Date(hour(hours)), channel: 'CLI', kind },
      ...{ subjectType: type, subjectId: id, changes },
    });
  const restored = (hours: number, backupOf: number) =>
    event(hours, 'database.restored', { backupOf: hour(backupOf) });
  return { at, backup, event, restored, id: students[0]?.id ?? '' };
}

describe('laurel students disclosures', () => {
  it('shows who obtained the data of a student, and no other', async () => {
    const { designation } = await yearWithStudents(2026, 'ACTIVE');
    const other = await yearWithStudents(2025);
    const admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.org' });
    await getDesignation(makeCtx({ orm, actor: actorOf(admin), channel: 'BROWSER' }), designation.id);
    const [student] = designation.students;
    const [another] = other.designation.students;
    const { stdout } = await callLaurel(database.url, ['students', 'disclosures', student?.id ?? '']);
    const [, line = ''] = stdout.split('\r\n');
    expect(line).toMatch(/^\d{4}-.+,Ada Berg,ada@example\.org,Browser,Opened the designation,.*,2$/);
    expect(
      await callLaurel(database.url, ['students', 'disclosures', another?.id ?? ''], { columns: 80 }),
    ).toEqual({
      code: 0,
      stdout: '',
      stderr: "No one has obtained this student's data.\n",
    });
    expect(
      await callLaurel(database.url, ['students', 'disclosures', '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11']),
    ).toMatchObject({
      code: 1,
      stderr: 'No student has this ID, and no disclosures are recorded for it.\n',
    });
  });

  it('lists the full backups that were made while the student was stored, and no others', async () => {
    const { designation, year } = await yearWithStudents(2018);
    const [student, replaced] = designation.students.map(({ id }) => id);
    const { at, backup, event } = hoursOf(designation);
    const listed = async (id = '') =>
      (await listDisclosures(at(0), id)).map(({ statedPurpose, rowCount }) => [statedPurpose, rowCount]);
    await orm.em.fork().nativeUpdate(StudentEntity, {}, { createdAt: new Date('2026-11-22T02:00:30Z') });
    await event(2 + 30 / 3600, 'designation.edited', { students: { added: [replaced] } });
    await event(3.5, 'designation.edited', { students: { removed: [replaced] } });
    await backup(1);
    // The student was added between the record of the backup and its dump.
    await backup(2);
    await backup(3);
    await remove(replaced);
    await backup(4);
    expect(await listed(student)).toEqual([
      ['Backup at 4', 1],
      ['Backup at 3', 2],
      ['Backup at 2', 2],
    ]);
    expect(await listed(replaced)).toEqual([
      ['Backup at 3', 2],
      ['Backup at 2', 2],
    ]);
    await purgeStudentsOfYear(at(5), year.id);
    await backup(6);
    expect(await listed(student)).toHaveLength(3);
    const { stdout } = await callLaurel(database.url, ['students', 'disclosures', student ?? '', '--utc']);
    expect(stdout.split('\r\n')[1]).toMatch(
      /^2026-11-22.+,The system,,"Command line, ada@db1",Full backup of the database,Backup at 4,,1$/,
    );
    const input = { designationId: designation.id, studentId: student ?? '', page: { limit: 2, offset: 0 } };
    expect((await getStudentDisclosures(at(7), input)).total).toBe(3);
  });

  it('counts a student who was added within the second of a backup as stored in it', async () => {
    const { designation } = await yearWithStudents(2026, 'ACTIVE');
    const { at, backup, event, restored, id } = hoursOf(designation);
    await event(2 + 0.4 / 3600, 'designation.edited', { students: { added: [id] } });
    await restored(4, 2);
    await backup(5);
    await event(6, 'designation.edited', { students: { removed: [id] } });
    await remove(id);
    expect((await listDisclosures(at(7), id)).map(({ statedPurpose }) => statedPurpose)).toEqual([
      'Backup at 5',
    ]);
  });

  it('lists the backups until a restore removed the student, and those after a restore that brought them back', async () => {
    const { designation } = await yearWithStudents(2026, 'ACTIVE');
    const { at, backup, event, restored, id } = hoursOf(designation);
    for (const hours of [1, 3, 5, 7, 9, 11]) await backup(hours);
    await event(2, 'designation.edited', { students: { added: [id] } });
    await restored(4, 1);
    await restored(6, 3);
    await restored(8, 7);
    await restored(10, 5);
    await remove(id);
    const listed = (await listDisclosures(at(0), id)).map(({ statedPurpose }) => statedPurpose);
    expect(listed).toEqual(['Backup at 9', 'Backup at 7', 'Backup at 3']);
  });

  it.each(['removed', 'purged'])(
    'lists no backup made between when a student was %s and the restore that brought them back',
    async (how) => {
      const { designation, year } = await yearWithStudents(2018);
      const { at, backup, event, restored, id } = hoursOf(designation);
      await orm.em.fork().nativeUpdate(StudentEntity, { id }, { createdAt: at(2).now() });
      for (const hours of [1, 3, 5, 7]) await backup(hours);
      if (how === 'removed') await event(4, 'designation.edited', { students: { removed: [id] } });
      else await event(4, 'academicYear.studentsPurged', { purgedStudents: 2 }, ['ACADEMIC_YEAR', year.id]);
      await restored(6, 3);
      const listed = (await listDisclosures(at(0), id)).map(({ statedPurpose }) => statedPurpose);
      expect(listed).toEqual(['Backup at 7', 'Backup at 3']);
    },
  );

  it('shows backups only to administrators', async () => {
    const { counselor } = await yearWithStudents(2026, 'ACTIVE');
    const backup = recordBackup(makeCtx({ orm, actor: counselor }), 'x');
    await expect(backup).rejects.toThrow("You don't have permission to do this.");
    expect(await orm.em.fork().count(DisclosureEntity)).toBe(0);
  });

  it('is for administrators', async () => {
    const { designation, counselor } = await yearWithStudents(2026, 'ACTIVE');
    const [student] = designation.students;
    const attempt = listDisclosures(makeCtx({ orm, actor: counselor }), student?.id ?? '');
    await expect(attempt).rejects.toThrow("You don't have permission to do this.");
  });
});

describe('laurel retention purge', () => {
  const purge = (...args: string[]) => callLaurel(database.url, ['retention', 'purge', ...args]);
  const thisYear = new Date().getUTCFullYear();

  it('removes the personal data of old closed years once, and keeps the numbers', async () => {
    const old = await yearWithStudents(thisYear - 9);
    await yearWithStudents(thisYear - 8);
    await yearWithStudents(thisYear - 7);
    await yearWithStudents(thisYear, 'ACTIVE');
    await orm.em.fork().insert(ReturnedContentsEntity, {
      ...{ designation: old.designation.id, returnedAt: new Date() },
      contents: { students: [{ last: 'Kept' }] },
    });
    const all = [thisYear - 9, thisYear - 8, thisYear - 7, thisYear];
    const before = all.map((year) => ({ year, students: 2, named: 2 }));

    const dry = await purge('--older-than', '7y');
    expect(dry).toEqual({
      code: 0,
      stdout: `Year,Designations,Students\r\n${thisYear - 9},1,2\r\n${thisYear - 8},1,2\r\n`,
      stderr: 'Nothing has been removed yet. To remove this data, run the command again with --yes.\n',
    });
    expect(await named()).toEqual(before);

    expect((await purge('--older-than', '7y', '--yes')).code).toBe(0);
    expect(await named()).toEqual(
      before.map((row) => (row.year < thisYear - 7 ? { ...row, named: 0 } : row)),
    );
    const leftovers = await queryRows(
      database.url,
      `select (select count(*)::int from returned_contents) as returned,
              (select count(*)::int from student s join designation d on d.id = s.designation_id
                where d.id = '${old.designation.id}'
                  and concat(first, middle, last, preferred, phone, email, parent_email, date_of_birth, address_address1,
                             address_address2, address_city, address_state, address_zip5, address_zip4,
                             address_firm_name, address_urbanization) <> '') as personal,
              (select class_size from designation where id = '${old.designation.id}') as class_size,
              (select count(*)::int from event where kind = 'academicYear.studentsPurged') as events`,
    );
    expect(leftovers).toEqual([{ returned: 0, personal: 0, class_size: 20, events: 2 }]);

    expect(await purge('--older-than', '7y', '--yes')).toMatchObject({
      code: 3,
      stderr:
        "No closed year older than 7 years has any students' personal data, messages, internal notes, reviewers' notes, or import mappings.\n",
    });
  });

  it('skips a year that is open, or was reopened in the meantime', async () => {
    const { year } = await yearWithStudents(thisYear - 9, 'ACTIVE');
    expect((await purge('--older-than', '7y', '--yes')).code).toBe(3);
    await expect(purgeStudentsOfYear(makeCtx({ orm }), year.id)).rejects.toThrow(
      "Students' data can only be purged from closed years.",
    );
  });

  it("blanks every column of a student that isn't a number, an ID, or a time", async () => {
    const columns = await queryRows<{ name: string }>(
      database.url,
      `select column_name as name from information_schema.columns where table_name = 'student' order by 1`,
    );
    const keptColumns = ['id', 'designation_id', 'position', 'address_id', 'created_at', 'updated_at'];
    expect(columns.map(({ name }) => name).filter((name) => !keptColumns.includes(name))).toEqual([
      'address_address1',
      'address_address2',
      'address_city',
      'address_firm_name',
      'address_state',
      'address_status',
      'address_urbanization',
      'address_zip4',
      'address_zip5',
      'date_of_birth',
      'email',
      'first',
      'last',
      'middle',
      'parent_email',
      'phone',
      'preferred',
      'twin',
    ]);
  });

  it('runs once at a time, only for administrators, and by whole years', async () => {
    const { counselor } = await yearWithStudents(thisYear - 9);
    const ctx = makeCtx({ orm, actor: counselor });
    await expect(listPurgeableYears(ctx, 7)).rejects.toThrow("You don't have permission to do this.");
    await expect(purgeStudentsOfYear(ctx, 'x')).rejects.toThrow("You don't have permission to do this.");
    expect(await purge('--older-than', '84 months')).toMatchObject({
      code: 2,
      stderr: '--older-than 84 months: Enter whole years, like 7y.\n',
    });
    const em = orm.em.fork();
    await em.begin();
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('job retention purge', 0))`);
    expect(await purge('--older-than', '7y', '--yes')).toEqual({
      code: 3,
      stdout: expect.stringMatching(/^Year,Designations,Students\r\n2/) as string,
      stderr: 'Another `laurel retention purge` is already running. Nothing was done.\n',
    });
    await em.rollback();
    expect((await purge('--older-than', '7y', '--yes')).code).toBe(0);
  });
});
