import { beforeEach, describe, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let studentId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const year = await makeYear(orm, { year: 2026 });
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  const { user } = await makeCounselor(orm, [school.id]);
  const designation = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: user.id, status: 'PENDING' },
    students: [{ first: 'Zoë', middle: '', last: 'Núñez', preferred: 'Zo' }],
  });
  studentId = designation.students[0]?.id ?? '';
});

const disclosures = () =>
  storedRows(orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'studentIds']);
const student = () =>
  `Type,Name,Details,ID\r\nStudent,Zoë Núñez (Zo),"Aurora High School, 2026",${studentId}\r\n`;

describe('laurel search', () => {
  it('finds students by an argument or by standard input, and records who searched', async () => {
    const admin = await makeAdmin(orm, { email: 'ada@office.example.org' });
    const byArgument = await callLaurel(database.url, ['search', 'nunez', '--as', admin.email]);
    const byInput = await callLaurel(database.url, ['search'], { input: 'Nunez, Zoe\n' });
    expect([byArgument, byInput]).toEqual([
      { code: 0, stdout: student(), stderr: '' },
      { code: 0, stdout: student(), stderr: '' },
    ]);
    const recorded = { channel: 'CLI', purpose: 'students.search', filter: {}, studentIds: [studentId] };
    expect(await disclosures()).toEqual([
      { ...recorded, actor: admin.id },
      { ...recorded, actor: null },
    ]);
  });

  it('refuses text that is too short, without repeating it', async () => {
    const { code, stdout, stderr } = await callLaurel(database.url, ['search', 'z']);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Type at least two letters')]);
    expect(await callLaurel(database.url, ['search'], { input: '' })).toMatchObject({
      code: 2,
      stderr: 'TEXT: Search text is required.\n',
    });
  });

  it('says so if nothing matches', async () => {
    const { code, stderr } = await callLaurel(database.url, ['search', 'weyiouanna'], { columns: 80 });
    expect([code, stderr]).toEqual([0, expect.stringContaining('No results.')]);
    expect(await disclosures()).toEqual([]);
  });
});
