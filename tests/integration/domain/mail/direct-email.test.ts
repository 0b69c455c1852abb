import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const CODE_EMAIL = { to: 'ada@example.org', subject: 'Your code is 123456', text: 'It is 123456.' };

describe('sign-in codes', () => {
  const database = useDatabase();
  let orm: Orm;
  let sink: SmtpSink;
  let lines: string[] = [];

  beforeAll(async () => {
    orm = await openOrm(database.url);
    sink = await startSmtpSink();
  });
  beforeEach(() => {
    sink.reset();
    lines = [];
  });
  afterAll(async () => {
    await sink.stop();
    await orm.close(true);
  });

  function open(smtpUrl = sink.url) {
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: smtpUrl });
    return openMailSystem({ settings, orm, log, now: () => new Date() });
  }

  it('are sent immediately, and closing waits for them', async () => {
    const system = open();
    system.mailer.sendSoon(CODE_EMAIL);
    await system.close();

    expect(sink.emailsTo('ada@example.org')).toMatchObject([
      { subject: CODE_EMAIL.subject, text: 'It is 123456.\n', from: 'scholars@example.org' },
    ]);
    expect(lines).toEqual([]);
  });

  it('are tried again after a moment when the server defers them', async () => {
    let tries = 0;
    sink.behave(() => ((tries += 1) === 1 ? { kind: 'defer' } : { kind: 'accept' }));
    const system = open();
    system.mailer.sendSoon(CODE_EMAIL);

    await sink.waitForEmailTo('ada@example.org');
    await system.close();
    expect(tries).toBe(2);
  });

  it('are logged without address and code when they cannot be sent', async () => {
    sink.behave({ kind: 'refuse', message: '5.1.1 <ada@example.org> unknown' });
    const system = open();
    system.mailer.sendSoon(CODE_EMAIL);
    await system.close();

    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 50, attempt: 1, smtpCode: 550, error: 'EENVELOPE', msg: "a code couldn't be emailed" },
    ]);
    expect(lines.join('')).not.toMatch(/ada@example|123456/);
  });

  it("don't throw without a mail server", async () => {
    const system = open('smtp://127.0.0.1:1');
    system.mailer.sendSoon(CODE_EMAIL);
    await system.close();

    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("a code couldn't be emailed");
  });
});
