import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { NoticeEntity } from '#db/entities/notice.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const database = useDatabase('each test');
let orm: Orm;
let counselor: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const { id } = await makeSchool(orm);
  counselor = (await makeCounselor(orm, [id])).user.email;
});

const kinds = async () => (await storedRows(orm, EventEntity, ['kind'])).map(({ kind }) => kind);

describe('laurel automatic-emails', () => {
  const notices = (...args: string[]) => callLaurel(database.url, ['automatic-emails', ...args]);
  const stored = () => storedRows(orm, NoticeEntity, ['kind', 'subject', 'body', 'isOn']);

  it('are listed and shown with their standard text', async () => {
    const { stdout } = await notices('list');
    expect(stdout).toContain('\r\nDUE_SOON,Due soon (reminder),Yes,Standard,');
    expect(stdout.trim().split('\r\n')).toHaveLength(14);
    const { body } = JSON.parse((await notices('show', 'due_soon', '--format', 'json')).stdout) as {
      body: string;
    };
    expect((await notices('show', 'Due soon (reminder)', '--body')).stdout).toBe(`${body}\n`);
    expect(await notices('show', 'NEWS')).toMatchObject({
      code: 1,
      stderr:
        "There's no automatic email named NEWS. To see all of them, run `laurel automatic-emails list`.\n",
    });
  });

  it('are turned off and on, changed from standard input, and reset', async () => {
    expect((await notices('edit', 'DUE_SOON', '--off')).stderr).toContain(
      'Turn off the email “Due soon (reminder)”?',
    );
    expect((await notices('edit', 'DUE_SOON', '--off', '--dry-run')).stderr).toBe(
      'Nothing has changed yet.\n',
    );
    expect(await stored()).toEqual([]);
    const { email, id } = await makeAdmin(orm);
    expect((await notices('edit', 'DUE_SOON', '--off', '--yes', '--as', email)).stderr).toBe(
      "The email has been saved. It's turned off.\n",
    );
    expect(await notices('edit', 'DUE_SOON', '--off', '--yes')).toMatchObject({ code: 3 });
    const edited = await callLaurel(
      database.url,
      ['automatic-emails', 'edit', 'DUE_SOON', '--on', '--body', '-', '--yes'],
      { input: 'Hurry, {{firstName}}.' },
    );
    expect([edited.code, edited.stderr]).toEqual([0, 'The email has been saved.\n']);
    expect(await stored()).toMatchObject([{ kind: 'DUE_SOON', body: 'Hurry, {{firstName}}.', isOn: true }]);
    expect((await notices('reset', 'DUE_SOON', '--yes')).stderr).toBe(
      'The email was reset to its standard text.\n',
    );
    expect(await stored()).not.toMatchObject([{ body: 'Hurry, {{firstName}}.' }]);
    expect(await notices('reset', 'DUE_SOON', '--yes')).toMatchObject({
      ...{ code: 3, stderr: 'The email “Due soon (reminder)” already has its standard text.\n' },
    });
    expect(await storedRows(orm, EventEntity, ['kind', 'actor'], { orderBy: { at: 'asc' } })).toEqual([
      { kind: 'notice.changed', actor: id },
      { kind: 'notice.changed', actor: null },
      { kind: 'notice.changed', actor: null },
    ]);
  });

  it('refuse unknown merge fields, contradictory options, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    const refused = async (...args: string[]) => {
      const { code, stderr } = await notices('edit', 'DUE_SOON', ...args, '--yes');
      return [code, stderr.trimEnd()];
    };
    expect(await refused('--subject', '{{nickname}}')).toEqual([2, expect.stringMatching(/^--subject: /)]);
    expect(await refused('--on', '--off')).toEqual([2, 'Use only one of --on and --off.']);
    expect(await refused()).toEqual([2, 'Choose what to change: --subject, --body, --on, or --off.']);
    expect((await refused('--off', '--as', counselor))[0]).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel reminders', () => {
  const reminders = (...args: string[]) => callLaurel(database.url, ['reminders', ...args]);
  const stored = () =>
    storedRows(orm, ReminderRuleEntity, ['daysBefore', 'states', 'positions', 'isAutomatic', 'template'], {
      orderBy: { daysBefore: 'asc' },
    });

  it('need an active year', async () => {
    expect((await callLaurel(database.url, ['reminders', 'list'], { columns: 80 })).stderr).toBe(
      'No academic year is active.\n',
    );
    expect(await reminders('add', '--days', '7', '--states', 'STARTED')).toMatchObject({
      ...{ code: 1, stderr: 'No academic year is active\n' },
    });
  });

  it('are added once, listed, changed, and removed', async () => {
    await makeYear(orm);
    const templateId = await makeTemplate(orm);
    const add = (...more: string[]) =>
      reminders('add', '--days', '7', '--states', 'STARTED', 'NOT_STARTED', '--email', 'News', ...more);
    expect((await add('--dry-run')).stderr).toBe(
      "Would add a reminder that's sent 7 days before the due date.\n",
    );
    expect(await stored()).toEqual([]);
    expect((await add()).stderr).toBe('The reminder has been added.\n');
    expect(await add()).toMatchObject({ code: 3, stderr: 'This reminder already exists.\n' });
    const [{ id = '' } = {}] = JSON.parse((await reminders('list', '--format', 'json')).stdout) as {
      id?: string;
    }[];
    expect((await reminders('list')).stdout).toContain(
      '\r\n7,,Started; Not started,,News,After approval,0,,',
    );
    const edit = (...args: string[]) => reminders('edit', id, ...args, '--yes');
    expect((await edit('--days', '0', '--automatic', '--positions', 'PRINCIPAL')).stderr).toBe(
      'The reminder has been saved.\n',
    );
    expect(await stored()).toEqual([
      {
        ...{ daysBefore: 0, states: ['STARTED', 'NOT_STARTED'], positions: ['PRINCIPAL'] },
        ...{ isAutomatic: true, template: templateId },
      },
    ]);
    expect(await edit('--days', '0')).toMatchObject({ code: 3 });
    expect((await edit('--no-automatic', '--email', 'standard', '--positions', 'all')).code).toBe(0);
    expect(await stored()).toMatchObject([{ isAutomatic: false, template: null, positions: [] }]);
    expect((await reminders('remove', id)).stderr).toContain(
      "Remove the reminder that's sent on the due date? Emails that haven't been sent yet will be canceled.",
    );
    expect(await stored()).toHaveLength(1);
    expect((await reminders('remove', id, '--yes')).stderr).toBe('The reminder has been removed.\n');
    expect(await stored()).toEqual([]);
    expect((await kinds()).sort()).toEqual([
      ...['academicYear.reminderAdded', 'academicYear.reminderChanged'],
      ...['academicYear.reminderChanged', 'academicYear.reminderRemoved'],
    ]);
  });

  it('refuse invalid values, an unknown ID, and anyone but an administrator', async () => {
    const { id: academicYearId } = await makeYear(orm);
    const id = await makeRule(orm, { academicYearId, daysBefore: 5, states: ['STARTED'] });
    const snapshot = await watchRows(orm);
    const refused = async (...args: string[]) => {
      const { code, stderr } = await reminders(...args);
      return [code, stderr.trimEnd()];
    };
    expect(await refused('add', '--states', 'STARTED')).toEqual([2, '--days: Enter a whole number of days.']);
    expect(await refused('edit', id, '--days', '400', '--yes')).toEqual([
      2,
      '--days: Enter 365 days or fewer.',
    ]);
    expect((await refused('edit', id, '--yes'))[0]).toBe(2);
    const unknown = `The active year has no reminder with the ID ${UNKNOWN}. To see its reminders, run \`laurel reminders list\`.`;
    expect(await refused('edit', UNKNOWN, '--days', '3', '--yes')).toEqual([1, unknown]);
    expect(await refused('remove', UNKNOWN, '--yes')).toEqual([1, unknown]);
    expect((await refused('remove', id, '--yes', '--as', counselor))[0]).toBe(1);
    expect((await refused('add', '--days', '3', '--states', 'STARTED', '--as', counselor))[0]).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});
