import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { openMailTransport } from '#app/domain/mail/mail-transport.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());

async function send(smtpUrl: string): Promise<string> {
  const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: smtpUrl });
  const transport = openMailTransport(settings, { connections: 1, now: () => new Date() });
  try {
    return await transport.send(
      { to: 'ada@example.org', subject: 'News', text: 'News.' },
      AbortSignal.timeout(10_000),
    );
  } finally {
    transport.close();
  }
}

it('no email is sent without encryption if SMTP_URL requires it', async () => {
  await expect(send(`${sink.url}?requireTLS=true`)).rejects.toMatchObject({ code: 'ETLS' });
  const tls = new URL(sink.url);
  tls.protocol = 'smtps:';
  await expect(send(tls.href)).rejects.toThrow();
  expect(sink.emails).toEqual([]);
  expect(await send(sink.url)).toMatch(/^250 /);
});
