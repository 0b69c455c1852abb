import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { openMailTransport } from '#app/domain/mail/mail-transport.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const DKIM = {
  DKIM_DOMAIN: 'example.org',
  DKIM_SELECTOR: 'laurel',
  DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
};

describe('DKIM', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.stop());

  async function signatureOf(to: string, env: Readonly<Record<string, string>>): Promise<unknown> {
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url, ...env });
    const transport = openMailTransport(settings, { connections: 1, now: () => new Date() });
    await transport.send({ to, subject: 'News', text: 'News.' }, AbortSignal.timeout(10_000));
    transport.close();
    return (await sink.waitForEmailTo(to)).parsed.headers.get('dkim-signature');
  }

  it('signs emails if the settings have a key, including sender and recipient', async () => {
    const signature = JSON.stringify(await signatureOf('ada@example.org', DKIM));
    expect(signature).toContain('"d":"example.org"');
    expect(signature).toContain('"s":"laurel"');
    expect(signature).toMatch(/"h":"from:[^"]*subject:[^"]*to/);
  });

  it("doesn't sign without a key", async () => {
    expect(await signatureOf('bo@example.org', {})).toBeUndefined();
  });
});
