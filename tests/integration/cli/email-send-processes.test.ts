import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { Interrupted } from '#cli/interruption.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { POLL_MS } from '#app/domain/mail/outbox-worker.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { PRODUCTION_CONTACTS } from '#tests/support/production-contacts.ts';
import { advanceTimersDuring } from '#tests/support/advanced-timers.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';
import { runUnread } from './run-laurel.ts';

const PEOPLE = 40;
/** A timeout for events that must happen, even on a busy machine. */
const TIMEOUT_MS = 60_000;
const SEND = ['emails', 'send', 'News', '--target', 'ALL_HIGH_SCHOOLS', '--yes', '--wait'];
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());
beforeEach(() => sink.reset());

const addressOf = (number: number) => `person${String(number).padStart(2, '0')}@example.org`;
const everybody = Array.from({ length: PEOPLE }, (_, number) => addressOf(number));
const arrived = () => sink.emails.flatMap(({ to }) => to).toSorted();
const settingsFor = (databaseUrl: string) => ({
  ...{ NODE_ENV: 'production', DATABASE_URL: databaseUrl, SMTP_URL: sink.url },
  ...{ ...PRODUCTION_CONTACTS, APP_URL: 'https://scholars.example.org' },
});

describe('a send from cron', { timeout: 3 * TIMEOUT_MS }, () => {
  const database = useDatabase('each test');
  let orm: Orm;
  beforeEach(async () => {
    orm = await openOrm(database.url);
    await makeYear(orm);
    await makeTemplate(orm);
    const { id: highSchoolId } = await makeSchool(orm, { name: 'Aurora High School' });
    for (const email of everybody) {
      const { id: userId } = await makeUser(orm, { email });
      await makeStaff(orm, { highSchoolId, userId });
    }
    return () => orm.close(true);
  });

  const send = (args: readonly string[] = SEND) =>
    callLaurel(database.url, args, { env: settingsFor(database.url) });
  const deliveries = () => storedRows(orm, EmailDeliveryEntity, ['id']);

  const running = new Set<ChildProcess>();
  const start = () => {
    const child = spawn(process.execPath, [COMMAND_LINE, ...SEND], {
      env: settingsFor(database.url) as NodeJS.ProcessEnv,
      stdio: 'ignore',
    });
    running.add(child.once('exit', () => running.delete(child)));
    return { child, ended: once(child, 'exit') };
  };
  /** Also ends processes whose test failed. */
  afterEach(async () => {
    const left = [...running];
    for (const child of left) child.kill('SIGKILL');
    await Promise.all(left.map((child) => once(child, 'exit')));
  });

  async function withWorker<Result>(work: () => Promise<Result>): Promise<Result> {
    const settings = parseSettings({ ...settingsFor(database.url), NODE_ENV: 'test' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const system = openMailSystem({ settings, orm, log: createLog('silent'), now: () => new Date() });
    try {
      return await advanceTimersDuring(work(), POLL_MS);
    } finally {
      await system.close();
      vi.useRealTimers();
    }
  }

  it('sends nothing if it is killed while writing, and everything when repeated', async () => {
    const blocker = orm.em.fork();
    await blocker.begin();
    await blocker.execute('lock table event in access exclusive mode');
    const { child, ended } = start();
    await expect.poll(() => lockWaits(orm), { timeout: TIMEOUT_MS }).toBe(1);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await blocker.rollback();
    await expect.poll(() => lockWaits(orm), { timeout: TIMEOUT_MS }).toBe(0);
    expect(await deliveries()).toEqual([]);
    const { code, stderr } = await withWorker(send);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Successfully sent 40 emails')]);
    expect(arrived()).toEqual(everybody);
  });

  it('during delivery has sent one email to each recipient, however often it is repeated', async () => {
    await withWorker(async () => {
      const { child, ended } = start();
      await sink.waitForEmailTo(addressOf(3), 1, TIMEOUT_MS);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      const runs = [await send(), await send()];
      for (const { stderr } of runs) expect(stderr).toContain('Successfully sent 40 emails');
      expect(runs[1]?.code).toBe(3);
    });
    expect(arrived()).toEqual(everybody);
    expect(await deliveries()).toHaveLength(1);
  });

  it('leaves the delivery running after Ctrl-C, and says so', async () => {
    const interruption = new AbortController();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const sending = callLaurel(database.url, SEND, {
      env: settingsFor(database.url),
      interruption,
      onSaid: (text) => {
        if (text.includes('`laurel worker` running?')) interruption.abort(new Interrupted('SIGINT'));
      },
    });
    await expect.poll(deliveries, { timeout: TIMEOUT_MS }).toHaveLength(1);
    const isInterrupted = () => {
      vi.setSystemTime(Date.now() + 1_000);
      return interruption.signal.aborted;
    };
    await expect.poll(isInterrupted, { timeout: TIMEOUT_MS }).toBe(true);
    const { code, stderr } = await sending;
    vi.useRealTimers();
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(
        /`laurel worker` running\?\nThe delivery continues\. To see it, run `laurel emails deliveries \S+`\. .+\nInterrupted\.\n$/,
      ),
    ]);
    const followed = await withWorker(send);
    expect([followed.code, followed.stderr]).toEqual([0, expect.stringContaining('Nothing was sent.')]);
    expect(arrived()).toEqual(everybody);
  });

  it('exits with the same code when its output is closed', async () => {
    const env = settingsFor(database.url);
    const line = ['--quiet', ...SEND.filter((word) => word !== '--wait')];
    const sent = await callLaurel(database.url, line, { env, isUnread: true });
    const repeated = await runUnread(line, env);
    const reminded = await callLaurel(database.url, ['--quiet', 'remind', '--yes'], { env, isUnread: true });
    expect([sent.code, repeated.code, reminded.code]).toEqual([0, 3, 3]);
  });

  it('that runs three times at once with one key sends the emails once', async () => {
    const line = [...SEND.filter((word) => word !== '--wait'), '--key', 'fall'];
    const runs = await Promise.all([1, 2, 3].map(() => send(line)));
    expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 3, 3]);
    expect(await deliveries()).toHaveLength(1);
    expect(await orm.em.fork().count(OutboxMailEntity)).toBe(PEOPLE);
  });
});

/** The output and exit code of each command, with a server's settings. */
const RUNS: readonly (readonly [line: string, code: number, out: RegExp, err: RegExp])[] = [
  ['emails list', 0, /^Name,Subject,MJML,Updated,ID\r\nNews,/, /^$/],
  ['emails show News --body', 0, /^Dear \{\{firstName\}\}/, /^$/],
  ['emails edit News --subject Hi --yes', 0, /^$/, /^Changed the subject of “News”\.\n$/],
  ['emails preview News --text', 0, /^Dear Ada, it is 2026\.\n$/, /^Shown with sample values: .+\nSubject: /],
  [
    'emails recipients --target ADMINS',
    0,
    /^Name,Email,Schools\r\n.+ada@example\.org/,
    /^1 recipient, 0 skipped/,
  ],
  ['emails send News --target ADMINS', 2, /^$/, /^Send “News” to Administrators: 1 person\? Add --yes/],
  ['emails send News --target ADMINS --yes', 0, /^Email,To,.+\r\nNews,/, /^Sending “News” to Administrators/],
  ['emails deliveries', 0, /^Email,To,Status,/, /^$/],
  ['remind --yes', 3, /^Reminder,Days before,/, /^There are no reminders to send/],
  ['emails retry none --yes', 2, /^$/, /^"none" isn't a valid ID/],
];

describe("with a server's settings", { timeout: TIMEOUT_MS }, () => {
  const database = useDatabase();
  const settings = () => settingsFor(database.url);
  beforeAll(async () => {
    const orm = await openOrm(database.url);
    await makeYear(orm);
    await makeTemplate(orm);
    await makeAdmin(orm, { email: 'ada@example.org' });
    await makeSchool(orm, { name: 'Aurora High School' });
    await orm.close(true);
  });

  it.each(RUNS)('laurel %s ends with %i', async (line, code, out, err) => {
    expect(await callLaurel(database.url, line.split(' '), { env: settings() })).toEqual({
      code,
      stdout: expect.stringMatching(out) as string,
      stderr: expect.stringMatching(err) as string,
    });
  });

  it.each(['list', 'show News', 'preview News', 'recipients --target ADMINS', 'deliveries'])(
    'laurel emails %s exits quietly when its output is closed',
    async (line) => {
      const args = ['--quiet', 'emails', ...line.split(' ')];
      const run = await callLaurel(database.url, args, { env: settings(), isUnread: true });
      expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  it.each([
    SEND,
    ['remind', '--yes'],
    ['users', 'invite', 'new@example.org', '--yes'],
    ['invites', 'resend', 'new@example.org', '--yes'],
    ['designations', 'approve', '--year', '2026', '--yes'],
  ])('laurel requires APP_URL before it writes email: %s %s', async (...args) => {
    const run = await callLaurel(database.url, args, { env: { NODE_ENV: 'production' } });
    expect(run).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: 'Some settings are missing or invalid:\n  - APP_URL is not set\n',
    });
  });
});
