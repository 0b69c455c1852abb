import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { OutboxMailEntity, type OutboxMail } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { advanceTimersDuring } from '#tests/support/advanced-timers.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { callLaurel, callWithSettings } from './call-laurel.ts';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly message: string;
}

const ANYTHING = expect.any(String) as string;
const FAR = "Can't reach the database. Check DATABASE_URL and that the database is running.";

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** A notice in the outbox, with these columns besides the required ones. */
const emailTo = (messageId: string, columns: { nextAttemptAt: Date } & Partial<OutboxMail>) => ({
  ...{ id: randomUUID(), kind: 'notice', toAddress: 'kim@example.org', subject: 'Words', textBody: 'Words' },
  ...{ messageId, createdAt: new Date(), ...columns },
});

describe('laurel doctor', { timeout: 60_000 }, () => {
  const database = useDatabase('each test');
  let orm: Orm;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.stop());
  afterEach(() => void vi.useRealTimers());

  const settings = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    MAIL_FROM: 'scholars@example.net',
    APP_URL: 'https://127.0.0.1:1',
    SESSION_SECRET: 'a-secret-that-nobody-could-ever-guess-in-a-test',
    TRUST_PROXY: '1',
    CONTACT_EMAIL: 'office@example.net',
    HANDBOOK_URL: 'https://example.net/handbook',
    SURVEY_URL: 'https://example.net/survey',
    PROGRAM_LINKS: 'Home=https://example.net',
  });

  async function look(changes: Readonly<Record<string, string>> = {}) {
    const { DATABASE_URL, ...env } = { ...settings(), ...changes };
    const run = await callLaurel(DATABASE_URL, ['doctor', '--format', 'json'], { env });
    const findings = JSON.parse(run.stdout) as Finding[];
    const of = (check: string) => findings.filter((one) => one.check === check);
    return { ...run, findings, of };
  }

  beforeEach(async () => {
    orm = await database.openOrm();
    await makeAdmin(orm, { email: 'ada@example.org' });
    await makeYear(orm, { year: 2026, status: 'ACTIVE' });
  });

  it('reports success for a healthy installation', async () => {
    const { code, stderr, findings, of } = await look();
    expect([code, stderr]).toEqual([0, '']);
    const OTHERS = ['backup', 'build', 'certificate', 'disk', 'grants'];
    expect(findings.filter(({ check }) => !OTHERS.includes(check))).toEqual([
      { check: 'settings', state: 'ok', message: 'All settings are valid.' },
      { check: 'node', state: 'ok', message: ANYTHING },
      {
        check: 'database',
        state: 'ok',
        message: expect.stringMatching(/^PostgreSQL 18\.\d+, UTF8, [\d.]+ MB, /) as string,
      },
      { check: 'migrations', state: 'ok', message: 'The database is up to date.' },
      { check: 'clock', state: 'ok', message: ANYTHING },
      { check: 'actor', state: 'ok', message: 'Commands without --as act as the system.' },
      { check: 'program', state: 'ok', message: '1 administrator can sign in.' },
      { check: 'program', state: 'ok', message: 'The active year is 2026.' },
      { check: 'delivery', state: 'ok', message: 'The email queue is empty.' },
      {
        check: 'worker',
        state: 'warning',
        message: expect.stringMatching(/^No server or worker that delivers email /) as string,
      },
      { check: 'smtp', state: 'ok', message: 'Connected to 127.0.0.1.' },
    ]);
    expect(of('disk').length).toBeGreaterThan(0);
    expect(of('backup')[0]).toEqual({
      check: 'backup',
      state: 'warning',
      message: 'No backup has been made yet. Run `laurel db backup` every night.',
    });
    expect(of('certificate')).toMatchObject([{ state: 'warning' }]);
    expect(of('grants')).toHaveLength(1);
    expect(sink.emails).toEqual([]);
  });

  it('exits with 1 for a warning if --fail-on says so', async () => {
    const run = await callWithSettings(['doctor', '--fail-on', 'warning', '--format', 'json'], settings());
    const states = (JSON.parse(run.stdout) as Finding[]).map(({ state }) => state);
    expect([run.code, states.includes('warning'), states.includes('failed')]).toEqual([1, true, false]);
  });

  it('warns of a misspelled setting and of an example address', async () => {
    const { of } = await look({ SMPT_URL: 'smtp://hidden', APP_URL: 'https://scholars.example.org' });
    expect(of('settings').map(({ message }) => message)).toEqual([
      "SMPT_URL isn't a setting. Did you mean SMTP_URL?",
      'APP_URL is an example. Set it to the address where people reach Laurel.',
    ]);
  });

  it('reports errors in the settings, without their values', async () => {
    const { code, stdout, of } = await look({
      SESSION_SECRET: 'hunter2',
      PORT: 'abc',
      MAIL_FROM: '',
      CONTACT_EMAIL: '',
      DATABASE_URL: 'mysql://ada:hunter2@example.net/x',
      SMTP_URL: 'ada:hunter2@example.net',
    });
    expect(code).toBe(1);
    expect(of('settings').map(({ state, message }) => `${state} ${message.split(/[:.]/)[0]}`)).toEqual([
      'failed DATABASE_URL must begin with postgresql',
      'failed SMTP_URL must begin with smtp',
      'failed PORT must be a port number',
      'failed MAIL_FROM is not set',
      'failed CONTACT_EMAIL is not set',
      'failed SESSION_SECRET must have at least 32 characters',
    ]);
    expect([...of('database'), ...of('smtp')].map(({ message }) => message)).toEqual([
      'Not checked: DATABASE_URL is missing or invalid.',
      'Not checked: SMTP_URL is missing or invalid.',
    ]);
    expect(stdout).not.toMatch(/hunter2|abc/);
  });

  it('explains how to fix the database, its users, and its email', async () => {
    await runStatements(database.url, [
      `delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)`,
    ]);
    const em = orm.em.fork();
    await em.nativeUpdate(UserAccountEntity, {}, { flags: ['ADMIN', 'DELETED'] });
    await em.nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    await em.insert(OutboxMailEntity, emailTo('one@x', { nextAttemptAt: hoursFromNow(-1) }));
    const { code, of } = await look();
    expect(code).toBe(1);
    expect([...of('migrations'), ...of('program'), ...of('delivery')]).toEqual([
      {
        check: 'migrations',
        state: 'failed',
        message: '1 migration is pending. Run `laurel db migrate`.',
      },
      {
        check: 'program',
        state: 'failed',
        message: expect.stringMatching(/^There are no administrators. Run `laurel users create /) as string,
      },
      {
        check: 'program',
        state: 'warning',
        message: expect.stringMatching(/^No academic year is active. Run /) as string,
      },
      {
        check: 'delivery',
        state: 'failed',
        message: expect.stringMatching(
          /^1 email is due, the oldest since .+, but nothing is delivering them\. Run `laurel worker`/,
        ) as string,
      },
    ]);
    await runStatements(database.url, [
      `insert into mikro_orm_migrations (name, executed_at) values ('Migration20991231000000Newer', now())`,
    ]);
    await em.nativeUpdate(OutboxMailEntity, {}, { claimedAt: new Date(), state: 'SENDING' });
    const later = await look();
    expect([...later.of('migrations'), ...later.of('delivery')].map(({ message }) => message)).toEqual([
      "The database has 1 migration that this build doesn't have. Install the newer version of Laurel.",
      '1 email is due and being delivered.',
    ]);
  });

  it('warns of emails that the mail server deferred or refused, without addresses', async () => {
    const createdAt = new Date('2026-11-20T12:00:00Z');
    const greylisted = { state: 'DEFERRED', response: '451 <kim@example.org> Greylisted' } as const;
    const refused = { state: 'FAILED', response: '550 No' } as const;
    await orm.em
      .fork()
      .insertMany(OutboxMailEntity, [
        emailTo('one@x', { ...greylisted, createdAt, nextAttemptAt: hoursFromNow(1) }),
        emailTo('two@x', { ...refused, createdAt, nextAttemptAt: new Date() }),
        emailTo('three@x', { ...refused, createdAt, nextAttemptAt: hoursFromNow(-48) }),
      ]);
    const { code, of, stdout } = await look();
    expect([code, of('delivery')]).toEqual([
      0,
      [
        {
          ...{ check: 'delivery', state: 'warning' },
          message:
            '1 email is deferred (oldest since Nov 20, 2026, 3:00 AM AKST, last response: 451 … Greylisted).',
        },
        {
          ...{ check: 'delivery', state: 'warning' },
          message: '1 email failed in the last 24 hours. To see them, run `laurel emails deliveries`.',
        },
      ],
    ]);
    expect(stdout).not.toContain('kim@');
  });

  it.each(['smtp:', 'smtps:'])('reports that the mail server has no TLS: %s', async (protocol) => {
    const url = new URL(sink.url.replace('smtp:', protocol));
    url.searchParams.set('requireTLS', 'true');
    const { code, of } = await look({ SMTP_URL: url.href });
    expect([code, of('smtp').map(({ message }) => message)]).toEqual([
      1,
      [
        "The mail server doesn't support TLS on this port, but SMTP_URL requires it. Turn on TLS there, or check the scheme, port, and requireTLS in SMTP_URL.",
      ],
    ]);
  });

  it("checks the rest when database and mail server don't respond, with a short wait", async () => {
    let connections = 0;
    const silent = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const looking = look({
      DATABASE_URL: `postgresql://ada:hunter2@127.0.0.1:${port}/laurel`,
      SMTP_URL: `smtp://ada:hunter2@127.0.0.1:${port}`,
    });
    await expect.poll(() => connections).toBeGreaterThan(1);
    const begun = performance.now();
    const { code, of } = await advanceTimersDuring(looking, 500);
    expect(performance.now() - begun).toBeLessThan(20_000);
    silent.close();
    expect(code).toBe(1);
    expect([...of('database'), ...of('migrations'), ...of('smtp')].map(({ message }) => message)).toEqual([
      FAR,
      "Not checked because the database isn't responding.",
      "Can't reach the mail server. Check SMTP_URL, its port, and the firewall.",
    ]);
    expect(of('node')).toMatchObject([{ state: 'ok' }]);
  });

  it('warns about an unencrypted connection to a database on another machine', async () => {
    const warned = async (databaseUrl: string, allowed = '') =>
      (await look({ DATABASE_URL: databaseUrl, ALLOW_INSECURE: allowed }))
        .of('settings')
        .map(({ message }) => message);
    const unreachableUrl = 'postgresql://ada@db.invalid:5432/laurel';
    expect((await warned(unreachableUrl)).join()).toMatch(
      /^DATABASE_URL names another machine, so .+ encrypted/,
    );
    expect(await warned(unreachableUrl, 'database')).toEqual([
      "The database is on another machine, but the connection to it isn't encrypted. Add ?sslmode=verify-full to DATABASE_URL.",
    ]);
    const well = ['All settings are valid.'];
    expect(await warned(`${unreachableUrl}?sslmode=verify-full`)).toEqual(well);
    expect(await warned('postgresql://ada@db.invalid/laurel?host=/var/run/postgresql')).toEqual(well);
  });

  it('reports that the mail server rejects the password', async () => {
    const url = new URL(sink.url);
    url.username = 'ada';
    url.password = 'hunter2';
    const { code, of, stdout } = await look({ SMTP_URL: url.href });
    expect([code, of('smtp')]).toEqual([
      1,
      [
        {
          check: 'smtp',
          state: 'failed',
          message: 'The mail server rejected the user name or password in SMTP_URL.',
        },
      ],
    ]);
    expect(stdout).not.toContain('hunter2');
  });
});
