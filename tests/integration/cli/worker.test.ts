import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { PRODUCTION_CONTACTS } from '#tests/support/production-contacts.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callWithSettings } from './call-laurel.ts';

describe('laurel worker', () => {
  const database = useDatabase();
  let orm: Orm;
  let sink: SmtpSink;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    sink = await startSmtpSink();
  });
  afterAll(async () => {
    await sink.stop();
    await orm.close(true);
  });

  const settings = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    ...PRODUCTION_CONTACTS,
    APP_URL: 'https://scholars.example.org',
    OUTBOX_WORKER: 'off',
  });

  it('delivers for a server with OUTBOX_WORKER=off, and stops on a signal', async () => {
    const { id } = await makeDelivery(orm, { emails: deliveryEmails(3) });
    const server = openMailSystem({
      settings: parseSettings({ ...settings(), NODE_ENV: 'test' }),
      orm,
      log: createLog('silent'),
      now: () => new Date(),
    });
    server.mailer.wakeOutbox();
    server.mailer.sendSoon({ to: 'code@example.org', subject: 'Your code is 123456', text: '123456' });
    await sink.waitForEmailTo('code@example.org');
    expect(sink.emails).toHaveLength(1);

    const worker = spawn(process.execPath, [COMMAND_LINE, 'worker'], {
      env: settings() as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(worker, 'exit');
    for (const { to } of deliveryEmails(3)) await sink.waitForEmailTo(to);
    const status = () => storedRows(orm, EmailDeliveryEntity, ['id', 'status']);
    await expect.poll(status).toEqual([{ id, status: 'FINISHED' }]);
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await server.close();
  });

  it('warns of a database that a newer build has migrated, and delivers all the same', async () => {
    const em = orm.em.fork();
    await em.execute(`insert into mikro_orm_migrations (name) values ('Migration20991231000000Newer')`);
    const worker = spawn(process.execPath, [COMMAND_LINE, 'worker'], {
      env: settings() as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(worker, 'exit');
    let log = '';
    worker.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await expect.poll(() => log).toMatch(/"version":"\d+\.\d+\.\d+( \([0-9a-f]+\))?","msg":"worker started"/);
    await expect.poll(() => log).toContain("The database has 1 migration that this build doesn't have. ");
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await em.execute(`delete from mikro_orm_migrations where name = 'Migration20991231000000Newer'`);
  });

  it('serves metrics on METRICS_PORT, and names its database sessions', async () => {
    const port = await findFreePort();
    const worker = spawn(process.execPath, [COMMAND_LINE, 'worker'], {
      env: { ...settings(), METRICS_PORT: String(port) } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(worker, 'exit');
    const scrape = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        async (response) => [response.status, await response.text()] as const,
        () => null,
      );
    await expect.poll(() => scrape('/metrics').then((got) => got?.[0]), { timeout: 30_000 }).toBe(200);
    const [, text] = (await scrape('/metrics')) ?? [];
    expect(text).toContain('\nlaurel_database_up 1\n');
    expect(text).toContain('\nlaurel_outbox_emails{state="queued"} 0\n');
    expect(await scrape('/')).toEqual([404, "There's nothing here.\n"]);
    const names = await orm.em
      .fork()
      .execute(
        "select distinct application_name as name from pg_stat_activity where application_name = 'laurel worker'",
      );
    expect(names).toEqual([{ name: 'laurel worker' }]);
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('says which setting to change if METRICS_PORT is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await callWithSettings(['worker'], {
      ...settings(),
      METRICS_PORT: String(port),
    });
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} is in use. Stop the other program, or set METRICS_PORT to another port.\n`,
    ]);
    taken.close();
  });

  it("reports missing required settings, which don't include SESSION_SECRET", async () => {
    const { code, stderr } = await callWithSettings(['worker'], { NODE_ENV: 'production' });
    expect([code, stderr]).toEqual([
      1,
      [
        'Some settings are missing or invalid:',
        ...['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_URL'].map((name) => `  - ${name} is not set`),
        ...['CONTACT_EMAIL', 'HANDBOOK_URL', 'SURVEY_URL', 'PROGRAM_LINKS'].map(
          (name) => `  - ${name} is not set`,
        ),
        '',
      ].join('\n'),
    ]);
  });
});
