import { beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const COUNSELOR = 'lee@example.org';
const database = useDatabase('each test');
let orm: Orm;
let id: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  const year = await makeYear(orm);
  const { user } = await makeCounselor(orm, [school.id], { email: COUNSELOR });
  const owner = { academicYearId: year.id, highSchoolId: school.id, submittedById: user.id };
  id = (await makeDesignation(orm, { ...owner, status: 'APPROVED', students: 2 })).id;
});

const designations = (...args: string[]) => callLaurel(database.url, ['designations', ...args]);
const stored = () =>
  storedRows(orm, DesignationEntity, ['status', 'note', 'reasons', 'classSize', 'criteria']);
const emails = () => storedRows(orm, OutboxMailEntity, ['toAddress', 'kind']);
const events = () => storedRows(orm, EventEntity, ['kind', 'channel', 'actor']);

describe('laurel designations set-status', () => {
  const returned = ['RETURNED', '--reason', 'ADDRESS', '--note', 'Zip codes.'];

  it('returns an approved designation, and emails its school', async () => {
    expect((await designations('set-status', id, ...returned)).stderr).toContain(
      'Change Aurora High School 2026 from Approved to Returned?',
    );
    expect((await designations('set-status', id, ...returned, '--dry-run')).stderr).toBe(
      'Would change Aurora High School 2026 from Approved to Returned.\n',
    );
    expect(await stored()).toMatchObject([{ status: 'APPROVED' }]);
    const admin = await makeAdmin(orm);
    const run = await designations('set-status', id, ...returned, '--yes', '--as', admin.email);
    expect([run.code, run.stderr]).toEqual([
      0,
      'Changed Aurora High School 2026 from Approved to Returned.\n',
    ]);
    expect(await stored()).toMatchObject([{ status: 'RETURNED', note: 'Zip codes.', reasons: ['ADDRESS'] }]);
    expect((await emails()).map(({ toAddress }) => toAddress)).toEqual([COUNSELOR]);
    expect(await events()).toEqual([{ kind: 'designation.returned', channel: 'CLI', actor: admin.id }]);
    expect((await designations('set-status', id, ...returned, '--yes')).code).toBe(3);
  });

  it('reopens a designation without an email, and discloses no student', async () => {
    const run = await designations('set-status', id, 'PENDING', '--no-email', '--yes', '--format', 'json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([{ id, status: 'PENDING' }]);
    expect(run.stdout).not.toContain('"students"');
    expect(await stored()).toMatchObject([{ status: 'PENDING' }]);
    expect(await emails()).toEqual([]);
    expect(await storedRows(orm, DisclosureEntity, ['purpose'])).toEqual([]);
  });

  it('refuses a return without a reason, an unknown ID or status, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    expect(await designations('set-status', id, 'RETURNED', '--note', 'Why', '--yes')).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/^--reason: /) as string },
    });
    expect((await designations('set-status', UNKNOWN, 'PENDING', '--yes')).stderr).toBe(
      `No designation has the ID ${UNKNOWN}. To see all designations, run \`laurel designations list\`.\n`,
    );
    expect((await designations('set-status', id, 'LOST', '--yes')).code).toBe(2);
    expect((await designations('set-status', id, 'PENDING', '--yes', '--as', COUNSELOR)).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel designations edit', () => {
  it('corrects the class size and the comment', async () => {
    const edit = (...more: string[]) =>
      designations('edit', id, '--class-size', '84', '--comment', 'As the district does it.', ...more);
    expect((await edit()).stderr).toContain('Change Aurora High School 2026?');
    expect((await edit('--dry-run')).stderr).toBe('Would change Aurora High School 2026.\n');
    expect(await storedRows(orm, EventEntity, ['kind'])).toEqual([]);
    expect((await edit('--yes')).code).toBe(0);
    expect(await stored()).toMatchObject([{ status: 'APPROVED', classSize: 84 }]);
    expect(await events()).toEqual([{ kind: 'designation.edited', channel: 'CLI', actor: null }]);
    expect((await edit('--yes')).code).toBe(3);
    expect(await storedRows(orm, DisclosureEntity, ['purpose'])).toEqual([]);
  });

  it('refuses invalid values, an unknown ID, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    expect((await designations('edit', id, '--class-size', 'many', '--yes')).stderr).toMatch(
      /^--class-size: /,
    );
    expect((await designations('edit', id, '--class-size', '-1', '--yes')).code).toBe(2);
    expect((await designations('edit', id, '--yes')).stderr).toBe(
      'Choose what to change: --class-size, --criteria, or --comment.\n',
    );
    expect((await designations('edit', UNKNOWN, '--class-size', '84', '--yes')).code).toBe(1);
    expect((await designations('edit', id, '--class-size', '84', '--yes', '--as', COUNSELOR)).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});
