import { beforeEach, describe, expect, it } from 'vitest';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
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
let news: string;
let counselor: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const { id } = await makeSchool(orm);
  counselor = (await makeCounselor(orm, [id])).user.email;
  news = await makeTemplate(orm);
});

const laurel = (...args: string[]) => callLaurel(database.url, args);
const emails = (...args: string[]) => laurel('emails', ...args);
const templates = (where: object = {}) =>
  storedRows(orm, EmailTemplateEntity, ['name', 'subject', 'body', 'richText', 'isOneOff'], {
    where,
    orderBy: { name: 'asc' },
  });
const kinds = async () => (await storedRows(orm, EventEntity, ['kind'])).map(({ kind }) => kind);

describe('laurel emails create', () => {
  it('creates a template from a file on standard input, once', async () => {
    const create = (...more: string[]) =>
      callLaurel(
        database.url,
        ['emails', 'create', 'Welcome', '--subject', 'Hello {{firstName}}', '--body', '-', ...more],
        { input: 'Dear {{firstName}}.' },
      );
    expect((await create('--dry-run')).stderr).toBe('Would create “Welcome”.\n');
    expect(await templates({ name: 'Welcome' })).toEqual([]);
    const { code, stdout, stderr } = await create();
    expect([code, stderr]).toEqual([0, 'Created “Welcome”.\n']);
    expect(stdout).toMatch(/^ID,Name,Subject,MJML,.+\r\n.+,Welcome,Hello \{\{firstName\}\},No,/);
    expect(await create()).toMatchObject({
      ...{ code: 3, stderr: '“Welcome” already exists with this text.\n' },
    });
    expect(await templates({ name: 'Welcome' })).toEqual([
      {
        ...{ name: 'Welcome', subject: 'Hello {{firstName}}', body: 'Dear {{firstName}}.' },
        ...{ richText: false, isOneOff: false },
      },
    ]);
    expect(await kinds()).toEqual(['emailTemplate.created']);
  });

  it('starts with a layout or with another email, also for one occasion', async () => {
    expect((await emails('create', 'Soon', '--start-with', 'reminder', '--one-off')).code).toBe(0);
    expect((await emails('create', 'Other', '--start-with', 'news', '--subject', 'Mine')).code).toBe(0);
    expect((await emails('create', 'Third', '--start-with', news)).code).toBe(0);
    const [other, soon, third] = await templates({ name: { $ne: 'News' } });
    expect(soon).toMatchObject({ name: 'Soon', isOneOff: true, richText: true });
    expect(other).toMatchObject({ name: 'Other', subject: 'Mine', isOneOff: false, richText: true });
    expect(third).toMatchObject({ name: 'Third', body: 'Dear {{firstName}}, it is {{year}}.' });
  });

  it('refuses errors in the text, an unknown email to start with, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    expect(await emails('create', 'Broken', '--subject', '{{nickname}}')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('{{nickname}}') as string },
    });
    expect(await emails('create', 'Copy', '--start-with', 'Nothing')).toMatchObject({
      code: 1,
      stderr:
        'No email template has the ID or name Nothing. To see all templates, run `laurel emails list`.\n',
    });
    expect((await emails('create', 'Mine', '--as', counselor)).code).toBe(1);
    expect((await emails('create', ' ')).stderr).toBe('NAME: Name is required.\n');
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel emails duplicate and delete', () => {
  it('copy a template under another name', async () => {
    expect((await emails('duplicate', 'News', '--dry-run')).stderr).toBe(
      'Would copy “News” to “Copy of News”.\n',
    );
    expect((await emails('duplicate', 'News')).stderr).toBe('Copied “News” to “Copy of News”.\n');
    const [copy, original] = await templates();
    expect(copy).toEqual({ ...original, name: 'Copy of News' });
    expect((await emails('duplicate', UNKNOWN)).code).toBe(1);
    expect((await emails('duplicate', 'News', '--as', counselor)).code).toBe(1);
    expect(await templates()).toHaveLength(2);
  });

  it('delete a template after confirmation, and say how often it was sent', async () => {
    await makeDelivery(orm, { templateId: news });
    expect((await emails('delete', 'News')).stderr).toContain(
      'Are you sure you want to delete the email template “News”?\nIt was sent or scheduled once.',
    );
    expect((await emails('delete', 'News', '--dry-run')).stderr).toBe('Would delete “News”.\n');
    expect((await emails('delete', 'News', '--yes', '--as', counselor)).code).toBe(1);
    expect(await templates()).toHaveLength(1);
    const { email, id } = await makeAdmin(orm);
    expect(await emails('delete', 'News', '--yes', '--as', email)).toEqual({
      ...{ code: 0, stdout: '', stderr: 'Email successfully deleted.\n' },
    });
    expect(await templates()).toEqual([]);
    expect(await storedRows(orm, EventEntity, ['kind', 'actor', 'channel'])).toEqual([
      { kind: 'emailTemplate.deleted', actor: id, channel: 'CLI' },
    ]);
  });

  it('keep a template that a reminder uses', async () => {
    const year = await makeYear(orm);
    await makeRule(orm, {
      ...{ academicYearId: year.id, daysBefore: 7, states: ['STARTED'], templateId: news },
    });
    const snapshot = await watchRows(orm);
    expect(await emails('delete', 'News', '--yes')).toMatchObject({
      code: 1,
      stderr:
        'A reminder uses this email template. Change or remove the reminder before you delete the template.\n',
    });
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel emails approve, pause, resume, and cancel', () => {
  const status = async (id: string) =>
    (await storedRows(orm, EmailDeliveryEntity, ['status'], { where: { id } }))[0]?.status;
  const waiting = [{ to: 'kim@example.org' }, { to: 'lee@example.org' }];

  it('pause, resume, and cancel a delivery', async () => {
    const { id } = await makeDelivery(orm, { emails: waiting });
    expect((await emails('pause', id)).stderr).toContain(
      "Pause the delivery of “News”? 2 emails haven't been sent yet.",
    );
    expect((await emails('pause', id, '--dry-run')).stderr).toBe(
      "Would pause the delivery of “News”. 2 emails haven't been sent yet.\n",
    );
    expect(await status(id)).toBe('SENDING');
    const paused = await emails('pause', id, '--yes', '--format', 'json');
    expect(JSON.parse(paused.stdout)).toMatchObject({ id, status: 'PAUSED' });
    expect(paused.stderr).toBe('Paused. Emails already being sent will still arrive.\n');
    expect(await status(id)).toBe('PAUSED');
    expect(await emails('pause', id, '--yes')).toMatchObject({
      ...{ code: 3, stderr: '“News” is already paused.\n' },
    });
    expect((await emails('resume', id, '--yes')).stderr).toBe('Sending resumed.\n');
    expect(await status(id)).toBe('SENDING');
    expect((await emails('cancel', id, '--yes')).stderr).toBe('Canceled. No more emails will be sent.\n');
    expect(await status(id)).toBe('CANCELLED');
    expect((await kinds()).sort()).toEqual(['delivery.cancelled', 'delivery.paused', 'delivery.resumed']);
  });

  it('approve a reminder that awaits approval', async () => {
    const { id } = await makeDelivery(orm, { status: 'AWAITING_APPROVAL', emails: waiting });
    expect((await emails('approve', id, '--yes', '--as', counselor)).code).toBe(1);
    expect(await status(id)).toBe('AWAITING_APPROVAL');
    expect((await emails('approve', id, '--yes')).stderr).toBe('Approved. Sending has started.\n');
    expect(await status(id)).toBe('SENDING');
  });

  it('refuse a delivery in another status, an unknown one, and anyone but an administrator', async () => {
    const { id } = await makeDelivery(orm, { status: 'FINISHED' });
    const snapshot = await watchRows(orm);
    expect(await emails('resume', id, '--yes')).toMatchObject({
      ...{ code: 1, stderr: "This delivery is finished, so it can't be resumed.\n" },
    });
    expect(await emails('cancel', UNKNOWN, '--yes')).toMatchObject({
      code: 1,
      stderr: `No delivery has the ID ${UNKNOWN}. To see all deliveries, run \`laurel emails deliveries\`.\n`,
    });
    expect((await emails('cancel', id, '--yes', '--as', counselor)).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel bounces', () => {
  const bounced = () => storedRows(orm, BouncedAddressEntity, ['address', 'reason']);

  it('lists bounced addresses and clears one', async () => {
    await emails('bounce', 'gone@example.org', '--reason', '550 No such user');
    await emails('bounce', 'other@school.example.org');
    const { stdout } = await laurel('bounces', 'list', '--email', 'gone@');
    expect(stdout).toMatch(
      /^Address,Reason,Reported by,When\r\ngone@example\.org,550 No such user,The command line,[^\r]+\r\n$/,
    );
    expect((await laurel('bounces', 'list')).stdout.trim().split('\r\n')).toHaveLength(3);
    const clear = (...more: string[]) => laurel('bounces', 'clear', 'Gone@example.org', ...more);
    expect((await clear()).stderr).toContain(
      'Send email to gone@example.org again? Make sure the address works first.',
    );
    expect((await clear('--yes', '--as', counselor)).code).toBe(1);
    expect(await bounced()).toHaveLength(2);
    expect((await clear('--yes')).stderr).toBe('gone@example.org can receive email again.\n');
    expect(await bounced()).toEqual([{ address: 'other@school.example.org', reason: '' }]);
    expect(await clear('--yes')).toMatchObject({
      ...{ code: 3, stderr: 'gone@example.org can already receive email.\n' },
    });
    expect(await kinds()).toEqual(['address.cleared']);
  });
});
