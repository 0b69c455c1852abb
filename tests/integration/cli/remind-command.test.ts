import { beforeEach, describe, expect, it } from 'vitest';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { callLaurel } from './call-laurel.ts';

const HOUR_MS = 3_600_000;
const database = useDatabase('each test');
let orm: Orm;
let yearId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  // The most recent 8 AM in Alaska is seven days before the due date.
  const dueAt = new Date(Date.now() - 8 * HOUR_MS + 7 * 24 * HOUR_MS);
  yearId = (await makeYear(orm, { year: 2026, dueAt })).id;
  await makeAdmin(orm, { email: 'ada@example.org' });
  for (const name of ['Aspen', 'Birch']) {
    const { id } = await makeSchool(orm, { name });
    await makeCounselor(orm, [id], { email: `${name.toLowerCase()}@x.example` });
  }
});

async function addRule({ isAutomatic = true, templateId = null as string | null } = {}): Promise<void> {
  await makeRule(orm, {
    academicYearId: yearId,
    templateId,
    daysBefore: 7,
    states: ['NOT_STARTED'],
    isAutomatic,
  });
}

const remind = (...args: string[]) => callLaurel(database.url, ['remind', ...args]);
async function emails() {
  const rows = await orm.em.fork().findAll(OutboxMailEntity, {
    populate: ['delivery'],
    orderBy: { toAddress: 'asc', delivery: { status: 'asc' } },
  });
  return rows.map(({ toAddress, delivery }) => ({ to: toAddress, status: delivery?.status }));
}
const SENT = [
  { to: 'aspen@x.example', status: 'SENDING' },
  { to: 'birch@x.example', status: 'SENDING' },
];

describe('laurel remind', () => {
  it('does nothing if none is due', async () => {
    expect(await remind('--yes')).toEqual({
      code: 3,
      stdout: 'Reminder,Days before,Due,Schools,Emails,Status,Delivery\r\n',
      stderr: 'There are no reminders to send right now.\n',
    });
  });

  it('previews reminders and recipients in a dry run, and changes nothing', async () => {
    await addRule();
    await addRule({ isAutomatic: false });
    const snapshot = await watchRows(orm);
    const { code, stdout, stderr } = await remind('--dry-run', '--format', 'json');
    expect([code, stderr]).toEqual([0, 'Would send 4 emails.\n']);
    const reminder = { name: 'Due soon (reminder)', daysBefore: 7, schools: 2, emails: 2, deliveryId: null };
    expect(
      (JSON.parse(stdout) as { isAutomatic: boolean }[]).toSorted((one) => (one.isAutomatic ? -1 : 1)),
    ).toMatchObject([
      { ...reminder, isAutomatic: true },
      { ...reminder, isAutomatic: false },
    ]);
    expect((await remind()).code).toBe(2);
    expect((await callLaurel(database.url, ['remind'], { answer: 'n' })).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });

  it('sends each reminder once across repeated runs and servers', async () => {
    await addRule();
    const answered = await callLaurel(database.url, ['remind', '--as', 'ada@example.org'], { answer: 'y' });
    expect([answered.code, answered.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Due soon \(reminder\), 7 days before .+ AK[SD]T: 2 emails about 2 schools\n[^]*Send 2 emails\? \[y\/N\] [^]*Queued 2 emails\.\n$/,
      ),
    ]);
    expect(answered.stdout).toMatch(/\r\nDue soon \(reminder\),7,.+,2,2,Sending,[0-9a-f-]{36}\r\n$/);
    expect((await remind('--yes')).code).toBe(3);
    expect(await runReminders(makeCtx({ orm, now: () => new Date() }))).toEqual({ written: [], held: [] });
    expect(await emails()).toEqual(SENT);
  });

  it('leaves reminders that need approval to administrators', async () => {
    await addRule({ isAutomatic: false });
    const { code, stdout, stderr } = await remind('--yes');
    expect([code, stderr]).toEqual([
      0,
      'Queued 2 emails. To approve a delivery awaiting approval, run `laurel emails approve ID`.\n',
    ]);
    expect(stdout).toContain(',Awaiting approval,');
    expect(await emails()).toMatchObject([{ status: 'AWAITING_APPROVAL' }, { status: 'AWAITING_APPROVAL' }]);
  });

  it('reports which email blocks a reminder', async () => {
    await addRule({ templateId: await makeTemplate(orm, { name: 'Hurry', body: '{{nickname}}' }) });
    const { code, stderr } = await remind('--yes');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The reminder 7 days before the due date is on hold because its email “Hurry” has errors\. To correct them, run `laurel emails edit`\.\n {2}Line 1: \{\{nickname\}\}/,
      ),
    ]);
    await addRule();
    expect((await remind('--yes')).code).toBe(4);
    expect(await emails()).toEqual(SENT);
  });

  it('sends once when three commands and a server run it concurrently', async () => {
    await addRule();
    const env = { NODE_ENV: 'production', APP_URL: 'https://s.example.org' };
    const [, ...runs] = await Promise.all([
      runReminders(makeCtx({ orm, now: () => new Date() })),
      ...[1, 2, 3].map(() => callLaurel(database.url, ['remind', '--yes'], { env })),
    ]);
    for (const { code } of runs) expect([0, 3]).toContain(code);
    expect(await emails()).toEqual(SENT);
  });
});
