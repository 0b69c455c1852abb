import { hostname } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemUser } from '#app/config/process-environment.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { searchEverywhere } from '#app/domain/search/search-everywhere.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DISCLOSURE_MESSAGES } from '#app/messages/disclosure-labels.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeDesignation, makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let designation: MadeDesignation;

beforeEach(async () => {
  orm = await database.openOrm();
  const year = await makeYear(orm);
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  const { user } = await makeCounselor(orm, [school.id]);
  await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.org' });
  await makeAdmin(orm, { firstName: 'Bo', lastName: 'Lund', email: 'bo@example.org' });
  designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id, status: 'PENDING' },
    ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', students: [{ first: 'Zephyrine', last: 'Quill' }] },
  });
});

const show = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  callLaurel(database.url, ['designations', 'show', designation.id, ...args], { env });
const readers = () =>
  queryRows(
    database.url,
    `select u.first_name, d.os_user, d.host, d.stated_purpose from disclosure d
       left join user_account u on u.id = d.actor_id order by d.at`,
  );
const here = () => ({ os_user: systemUser(), host: hostname(), stated_purpose: null });

describe('LAUREL_AS', () => {
  it('names the administrator unless --as does, and the operating system user is recorded beside both', async () => {
    expect((await show({})).code).toBe(0);
    expect((await show({ LAUREL_AS: 'ada@example.org' })).code).toBe(0);
    expect((await show({ LAUREL_AS: 'ada@example.org' }, '--as', 'bo@example.org')).code).toBe(0);
    expect(await readers()).toEqual([
      { first_name: null, ...here() },
      { first_name: 'Ada', ...here() },
      { first_name: 'Bo', ...here() },
    ]);
  });

  it('fails every command, with its name in the error, if it names no administrator', async () => {
    expect(await show({ LAUREL_AS: 'nobody@example.org' })).toEqual({
      ...{ code: 1, stdout: '' },
      stderr:
        'LAUREL_AS is nobody@example.org: no administrator has this address. To see all administrators, run `laurel users list --flags ADMIN`.\n',
    });
    expect((await show({ LAUREL_AS: 'ada' })).stderr).toContain(
      'LAUREL_AS must be the email address of an administrator',
    );
    expect(await readers()).toEqual([]);
  });
});

describe('REQUIRE_ACTOR=students', () => {
  const env = { REQUIRE_ACTOR: 'students' };

  it('refuses commands without an administrator, and accepts --as and LAUREL_AS', async () => {
    expect(await show(env)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${DISCLOSURE_MESSAGES.actorRequired}\n`,
    });
    expect(await readers()).toEqual([]);
    expect((await show(env, '--as', 'ada@example.org')).stdout).toContain('Aurora High School');
    expect((await show({ ...env, LAUREL_AS: 'bo@example.org' })).stdout).toContain('Aurora High School');
    expect((await callLaurel(database.url, ['designations', 'list'], { env })).code).toBe(0);
  });

  it('is enforced where disclosures are recorded, too, so that no command can be forgotten', async () => {
    const settings = { requireActor: 'students' as const };
    const command = makeCtx({ orm, channel: 'CLI', settings });
    await expect(getDesignation(command, designation.id)).rejects.toThrow(
      new Forbidden(DISCLOSURE_MESSAGES.actorRequired),
    );
    expect(await readers()).toEqual([]);
    const admin = actorOf(await makeAdmin(orm));
    const named = makeCtx({ orm, actor: admin, channel: 'CLI', settings });
    expect((await getDesignation(named, designation.id)).students).toHaveLength(1);
  });
});

describe('--purpose', () => {
  it('is recorded, and shown by the audit log and the disclosures of the student', async () => {
    const purpose = 'Transcript check, asked for by the registrar';
    expect((await show({}, '--purpose', ` ${purpose} `, '--as', 'ada@example.org')).code).toBe(0);
    expect(await readers()).toEqual([{ first_name: 'Ada', ...here(), stated_purpose: purpose }]);
    const audit = await callLaurel(database.url, ['audit', '--type', 'DISCLOSURE']);
    expect(audit.stdout).toContain(`,"Purpose: ${purpose}",1`);
    const [student] = designation.students;
    const listed = await callLaurel(database.url, ['students', 'disclosures', student?.id ?? '']);
    expect(listed.stdout).toContain(`,Opened the designation,"${purpose}",`);
  });

  it('is recorded with a search that finds students, beside user and host, and REQUIRE_ACTOR is asked', async () => {
    const found = await callLaurel(database.url, ['search', 'Quill', '--purpose', 'Phone call']);
    expect(found.stdout).toContain('Zephyrine');
    expect(await readers()).toEqual([{ first_name: null, ...here(), stated_purpose: 'Phone call' }]);
    const command = makeCtx({ orm, channel: 'CLI', settings: { requireActor: 'students' } });
    await expect(searchEverywhere(command, 'Quill')).rejects.toThrow(Forbidden);
    expect(await readers()).toHaveLength(1);
  });

  it.each(['', ' ', 'x'.repeat(201), '😀'.repeat(101), 'two\nlines', 'a\u001b[31mcolor'])(
    'refuses %j',
    async (purpose) => {
      expect(await show({}, '--purpose', purpose)).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: '--purpose: Enter a reason of 1 to 200 characters on one line.\n',
      });
      expect(await readers()).toEqual([]);
    },
  );
});
