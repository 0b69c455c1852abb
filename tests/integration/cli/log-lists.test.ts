import { beforeEach, describe, expect, it } from 'vitest';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let counselor: MadeUser;
let ofAurora: MadeDesignation;
let ofBirch: MadeDesignation;

beforeEach(async () => {
  orm = await database.openOrm();
  const { id: academicYearId } = await makeYear(orm);
  const made = async (name: string, bannerCode: string) => {
    const school = await makeSchool(orm, { name, bannerCode });
    const { user } = await makeCounselor(orm, [school.id]);
    const designation = await makeDesignation(orm, {
      ...{ highSchoolId: school.id, academicYearId, submittedById: user.id, status: 'PENDING' },
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', students: [{ first: 'Zephyrine', last: 'Quill' }] },
    });
    return { user, designation };
  };
  await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.org' });
  const aurora = await made('Aurora High School', 'AUR');
  [counselor, ofAurora] = [aurora.user, aurora.designation];
  ofBirch = (await made('Birch High School', 'BIR')).designation;
  for (const args of [
    ['schools', 'edit', 'BIR', '--phone', '(907) 555-0142', '--yes'],
    ['designations', 'approve', ofAurora.id, '--yes', '--as', 'ada@example.org'],
    ['users', 'edit', counselor.email, '--first', 'Cora', '--yes'],
    ['designations', 'show', ofAurora.id, '--as', 'ada@example.org'],
    ['designations', 'show', ofBirch.id],
  ]) {
    expect([args, (await callLaurel(database.url, args)).code]).toEqual([args, 0]);
  }
});

const list = (log: 'events' | 'disclosures', ...args: string[]) =>
  callLaurel(database.url, [log, 'list', '--format', 'json', ...args]);
/** Returns what happened, oldest first, and to what. */
async function listed(log: 'events' | 'disclosures', ...args: string[]) {
  const { stdout } = await list(log, ...args);
  const rows = JSON.parse(stdout) as { kind: string; subject: { name: string } | null }[];
  return rows.map(({ kind, subject }) => `${kind} ${subject?.name ?? ''}`).reverse();
}

describe('laurel events list', () => {
  it('lists changes by time, person, and subject, without disclosures', async () => {
    const all = ['highSchool.changed Birch High School', 'designation.approved Aurora High School 2026'];
    const changed = `user.changed Cora ${counselor.lastName}`;
    expect(await listed('events', '--since', '2020-01-01')).toEqual([...all, changed]);
    expect(await listed('events', '--since', '2999-01-01')).toEqual([]);
    expect(await listed('events', '--until', '2020-01-01')).toEqual([]);
    expect(await listed('events', '--actor', 'ada@')).toEqual([all[1]]);
    expect(await listed('events', '--subject', 'BIR')).toEqual([all[0]]);
    expect(await listed('events', '--subject', ofAurora.id)).toEqual([all[1]]);
    expect(await listed('events', '--subject', counselor.email)).toEqual([changed]);
    expect(await listed('events', '--limit', '1')).toEqual([changed]);
  });
});

describe('laurel disclosures list', () => {
  it("lists disclosures by time, person, and subject, without students' data", async () => {
    const all = ['designation.read Aurora High School 2026', 'designation.read Birch High School 2026'];
    const [student] = ofBirch.students;
    expect(await listed('disclosures')).toEqual(all);
    expect(await listed('disclosures', '--actor', 'berg')).toEqual([all[0]]);
    expect(await listed('disclosures', '--subject', 'birch high school')).toEqual([all[1]]);
    expect(await listed('disclosures', '--subject', student?.id ?? '')).toEqual([all[1]]);
    expect(await listed('disclosures', '--since', '2999-01-01')).toEqual([]);
    expect((await list('disclosures')).stdout).not.toMatch(/Zephyrine|Quill/);
  });

  it('is CSV by default, and names the option that is invalid', async () => {
    const csv = await callLaurel(database.url, ['disclosures', 'list']);
    expect(csv.stdout.split('\r\n')).toHaveLength(4);
    expect(await list('disclosures', '--since', 'yesterday')).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringMatching(/^--since: /) as string,
    });
    expect(await list('events', '--subject', 'Nowhere High')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/^No school has the ID, banner code, or name Nowhere High\./) as string,
    });
  });
});
