import { beforeEach, describe, expect, it } from 'vitest';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let schoolId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  schoolId = (await makeSchool(orm, { name: 'Aurora High School' })).id;
});

const laurel = (...args: string[]) => callLaurel(database.url, args);
const listed = async (...args: string[]) =>
  (await laurel('notes', 'list', ...args)).stdout
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(-4, -1));

describe('laurel notes', () => {
  it('adds a note, a call, and a note on a designation, lists them, and deletes one', async () => {
    const { id: academicYearId } = await makeYear(orm, { year: 2026 });
    const { user } = await makeCounselor(orm, [schoolId]);
    const owner = { academicYearId, highSchoolId: schoolId, submittedById: user.id };
    const { id } = await makeDesignation(orm, { ...owner, status: 'PENDING', students: 1 });
    const { email } = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Winter' });
    const school = ['--high-school', schoolId];
    expect(await laurel('notes', 'add', ...school, 'They moved.')).toMatchObject({
      ...{ code: 0, stderr: 'Added the note.\n' },
    });
    await laurel('notes', 'add', ...school, '--call', 'Will send Friday.', '--as', email);
    await laurel('notes', 'add', '--designation', id, 'Ask the registrar.');
    expect(await listed(...school)).toEqual([
      ['Ada Winter', 'Call', 'Will send Friday.'],
      ['The system', 'Note', 'They moved.'],
    ]);
    expect(await listed('--designation', id)).toEqual([['The system', 'Note', 'Ask the registrar.']]);
    const { stdout } = await laurel('notes', 'list', ...school, '--format', 'json');
    const [call] = JSON.parse(stdout) as { id: string }[];
    expect((await laurel('notes', 'delete', call?.id ?? '', '--yes')).code).toBe(0);
    expect(await listed(...school)).toEqual([['The system', 'Note', 'They moved.']]);
  });

  it('needs either a school or a designation', async () => {
    const { code, stderr } = await laurel('notes', 'list');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('use either --high-school or --designation.'),
    ]);
  });
});

describe('laurel schools snooze', () => {
  it('snoozes a school until a later day, and unsnooze puts it back', async () => {
    const past = await laurel('schools', 'snooze', schoolId, '--until', '2020-01-19');
    expect([past.code, past.stderr]).toEqual([1, expect.stringContaining('Choose a day after today.')]);
    expect((await laurel('schools', 'snooze', schoolId, '--until', '2999-01-19')).stderr).toBe(
      'Snoozed Aurora High School until Jan 19, 2999.\n',
    );
    expect((await laurel('schools', 'unsnooze', schoolId)).stderr).toBe(
      'Aurora High School is no longer snoozed.\n',
    );
    expect(await laurel('schools', 'unsnooze', schoolId)).toMatchObject({
      ...{ code: 3, stderr: "Aurora High School isn't snoozed.\n" },
    });
  });
});
