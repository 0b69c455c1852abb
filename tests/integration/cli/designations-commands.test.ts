import { describe, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';
import { callLaurel } from './call-laurel.ts';

let orm: Orm;
let scene: DesignationScene;
let year: MadeYear;
const database = useDesignationScene((given) => ({ orm, scene, year } = given));
const designations = (...args: string[]) => callLaurel(database.url, ['designations', ...args]);
const listed = async (...args: string[]) => {
  const { stdout } = await designations('list', '--format', 'json', ...args);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
};

describe('laurel designations list', () => {
  it('accepts every filter of the screens and REST calls, with schools and years by name', async () => {
    const draft = await scene.draft({ criteria: 'OTHER' });
    const { otherDesignation, otherSchool } = scene;
    expect(await listed('--high-school', otherSchool.name)).toEqual([otherDesignation.id]);
    expect(await listed('--high-school', scene.school.id)).toEqual([draft.id]);
    expect(await listed('--high-school-name', otherSchool.name.slice(1).toUpperCase())).toEqual([
      otherDesignation.id,
    ]);
    const both = ['--year', String(year.year), '--high-school', scene.school.name.toUpperCase()];
    expect(await listed(...both, '--status', 'STARTED', 'PENDING')).toEqual([draft.id]);
    expect(await listed(...both, '--status', 'APPROVED')).toEqual([]);
    expect(await listed(...both, '--criteria', 'OTHER', '--no-download-date')).toEqual([draft.id]);
    expect(await listed(...both, '--before-date', '2020-01-01')).toEqual([]);
    expect(await listed(...both, '--after-date', '2020-01-01', '--limit', '1')).toEqual([draft.id]);
    expect(await listed(...both, '--download-before-date', '2030-01-01')).toEqual([]);
  });

  it('fits a terminal of 80 columns', async () => {
    const school = await makeSchool(orm, { name: 'Aurora High School' });
    const { user } = await makeCounselor(orm, [school.id], { firstName: 'Harper', lastName: 'Frederick' });
    await makeDesignation(orm, {
      ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id, status: 'PENDING' },
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', updatedAt: new Date('2026-10-05T18:30:00Z') },
    });
    const { stdout } = await callLaurel(
      database.url,
      ['designations', 'list', '--high-school', 'Aurora High School'],
      { columns: 80 },
    );
    expect(stdout.replace(/[0-9a-f-]{36}/g, '(id)')).toMatchInlineSnapshot(`
      "School  Year  Status   Class  Criteria  Submitted  Updated  Downloaded  Warnings
                              size            by
        ID
      ──────  ────  ───────  ─────  ────────  ─────────  ───────  ──────────  ────────
      Aurora  2026  Pending     20  Cumulati  Harper     Oct 5,
      High                          ve GPA    Frederick  2026,
      School                                             10:30
                                                         AM AKDT
        (id)
      "
    `);
  });

  it('refuses what the schema refuses, at the option', async () => {
    expect(await designations('list', '--before-date', 'soon')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^--before-date: /) as string,
    });
    expect((await designations('list', '--status', 'LOST')).code).toBe(2);
    expect((await designations('list', '--limit', '0')).stderr).toMatch(/^--limit: /);
  });

  it('lists the candidates if several schools have the name', async () => {
    const [one, other] = [
      await makeSchool(orm, { name: 'Twin Peaks High', bannerCode: 'TP1' }),
      await makeSchool(orm, { name: 'Twin Peaks High', bannerCode: '' }),
    ];
    const { code, stderr } = await designations('list', '--high-school', 'twin peaks high');
    expect(code).toBe(2);
    expect(stderr.split('\n')).toEqual([
      '2 schools match twin peaks high. Use one of these IDs:',
      ...[one, other]
        .sort(({ id }, { id: second }) => (id < second ? -1 : 1))
        .map(
          ({ id, bannerCode }) =>
            `  ${id}  ${bannerCode === '' ? '(no banner code)' : bannerCode}  Twin Peaks High`,
        ),
      '',
    ]);
    expect(await designations('list', '--high-school', 'tp1', '--format', 'json')).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
    expect((await designations('list', '--high-school', 'Nowhere High')).code).toBe(1);
  });
});

describe('laurel designations show', () => {
  it('prints one and discloses its students', async () => {
    const { otherDesignation, otherSchool } = scene;
    const { code, stdout } = await designations('show', otherDesignation.id, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: otherDesignation.id,
      highSchool: { name: otherSchool.name },
    });
    const ids = otherDesignation.students.map(({ id }) => id);
    const rows = await storedRows(orm, DisclosureEntity, [
      'purpose',
      'channel',
      'actor',
      'rowCount',
      'studentIds',
    ]);
    const disclosed = rows
      .filter(({ studentIds }) => studentIds.includes(ids[0] ?? ''))
      .map(({ studentIds, ...row }) => ({ ...row, ids: studentIds.toSorted() }));
    expect(disclosed).toEqual([
      {
        purpose: 'designation.read',
        channel: 'CLI',
        actor: null,
        rowCount: 2,
        ids: ids.toSorted(),
      },
    ]);
  });

  it('accepts a line copied from the list that starts with the ID', async () => {
    const [, line = ''] = (await designations('list', '--limit', '1')).stdout.split('\n');
    const id = line.split(',').at(-1) ?? '';
    expect(id).toMatch(/\r$/);
    expect(await designations('show', id)).toMatchObject({ code: 0, stderr: '' });
  });

  it('distinguishes invalid and unknown IDs', async () => {
    expect((await designations('show', 'aurora')).code).toBe(2);
    expect(await designations('show', '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No designation has the ID 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11. To see all designations, run `laurel designations list`.\n',
    });
  });
});
