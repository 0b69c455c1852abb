import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkCertificates } from '#cli/doctor/certificate-check.server.ts';
import { checkSettingsFiles, checkSpelling } from '#cli/doctor/settings-file-checks.server.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

const writeSettings = (text: string) => writeFile(path.join(folder, '.env'), text);

describe('the rights of .env', () => {
  it.each([0o600, 0o640, 0o400])('are accepted as %o', async (mode) => {
    await writeSettings('');
    await chmod(path.join(folder, '.env'), mode);
    expect(checkSettingsFiles(folder)).toEqual([]);
  });

  it.each([0o644, 0o660, 0o604, 0o602])('are reported as %o', async (mode) => {
    await writeSettings('');
    const file = path.join(folder, '.env');
    await chmod(file, mode);
    expect(checkSettingsFiles(folder)).toEqual([
      {
        state: 'warning',
        message: `Other users can read or change ${file}, which may contain secrets. Run \`chmod 600 ${file}\`.`,
      },
    ]);
  });

  it('are reported for the file of a secret, too, unless only its container or service can open it', async () => {
    const secret = path.join(folder, 'session-secret');
    await writeFile(secret, 'hidden');
    await chmod(secret, 0o644);
    const messages = checkSettingsFiles(folder, [secret, '/run/secrets/other', path.join(folder, 'none')]);
    expect(messages.map(({ message }) => message)).toEqual([
      `Other users can read or change ${secret}, which may contain secrets. Run \`chmod 600 ${secret}\`.`,
    ]);
    await chmod(secret, 0o440);
    expect(checkSettingsFiles(folder, [secret])).toEqual([]);
  });

  it("don't matter if there is no file", () => {
    expect(checkSettingsFiles(folder)).toEqual([]);
  });
});

describe('misspelled settings', () => {
  const messages = (names: readonly string[]) => checkSpelling(folder, names).map(({ message }) => message);

  it('are found in the environment, with the right name', () => {
    expect(
      messages(['SMPT_URL', 'SESSION_SECRETS', 'SESION_SECRET_FILE', 'PATH', 'HOME', 'HOST', 'TERM']),
    ).toEqual([
      "SMPT_URL isn't a setting. Did you mean SMTP_URL?",
      "SESSION_SECRETS isn't a setting. Did you mean SESSION_SECRET?",
      "SESION_SECRET_FILE isn't a setting. Did you mean SESSION_SECRET_FILE?",
    ]);
  });

  it('in .env are found even if they resemble nothing, and values are never shown', async () => {
    await writeSettings(
      'MAIL_SENDER=hidden\nTRUST_PROXYS=hidden\nNODE_OPTIONS=hidden\nPGAPPNAME=hidden\nTZ=hidden\nPORT=hidden',
    );
    expect(messages(['MAIL_SENDER', 'LOGNAME', 'COMPANY_SETTING'])).toEqual([
      "TRUST_PROXYS isn't a setting. Did you mean TRUST_PROXY?",
      "Laurel doesn't recognize MAIL_SENDER in .env. Is it misspelled?",
    ]);
  });

  it("aren't reported for settings that Laurel knows", () => {
    expect(messages(['SMTP_URL', 'DKIM_PRIVATE_KEY_FILE', 'METRICS_PORT'])).toEqual([]);
  });
});

describe('certificates', () => {
  const expiresAt = Date.parse(new X509Certificate(TEST_CERTIFICATE.cert).validTo);
  const DAY_MS = 24 * 60 * 60_000;
  let server: Server;
  let appUrl: string;
  beforeAll(async () => {
    server = createServer(TEST_CERTIFICATE, (socket) => void socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    appUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const look = (now: number, databaseUrl = 'postgresql://localhost/laurel', url = appUrl) =>
    checkCertificates({ appUrl: url, databaseUrl, timeZone: 'UTC' }, new Date(now));

  it.each([
    ['ok', 22, /^The certificate for localhost is valid until /],
    ['warning', 20, /^The certificate for localhost expires on .+\. Renew it\.$/],
    ['failed', 0, /^The certificate for localhost expired on .+\. Renew it\.$/],
  ] as const)('of APP_URL are %s %i days before they expire', async (state, days, message) => {
    expect(await look(expiresAt - days * DAY_MS)).toEqual([
      { state, message: expect.stringMatching(message) as string },
    ]);
  });

  it('that DATABASE_URL names are checked, too', async () => {
    const file = path.join(folder, 'root.crt');
    await writeFile(file, TEST_CERTIFICATE.cert);
    const databaseUrl = `postgresql://localhost/laurel?sslmode=verify-full&sslrootcert=${file}`;
    expect(await look(expiresAt, databaseUrl, 'http://localhost')).toEqual([
      {
        state: 'failed',
        message: expect.stringMatching(
          /^The certificate in .+root\.crt \(sslrootcert\) expired on /,
        ) as string,
      },
    ]);
  });

  it("that can't be reached are a warning, and none is needed without HTTPS", async () => {
    expect(await look(expiresAt, undefined, 'https://127.0.0.1:1')).toEqual([
      {
        state: 'warning',
        message: "The certificate for 127.0.0.1 couldn't be checked: this machine can't connect to APP_URL.",
      },
    ]);
    expect(await look(expiresAt, undefined, 'http://localhost')).toMatchObject([{ state: 'ok' }]);
  });
});
