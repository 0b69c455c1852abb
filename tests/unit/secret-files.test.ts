import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseSettings, settingErrors, SettingsError, inspectSettings } from '#app/config/env.server.ts';
import { programEnvironment } from '#app/config/process-environment.server.ts';
import { fileVariable, SECRET_FILE_VARIABLES, SECRET_VARIABLES } from '#app/config/secret-files.server.ts';

const SECRET = '4f1c9a7be0d25386b1f0c4d7e9a83265';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

const linesOf = (env: Readonly<Record<string, string>>) =>
  settingErrors({ NODE_ENV: 'test', ...env }).map(({ variable, message }) => `${variable} ${message}`);

describe('a secret in a file', () => {
  it('is read from the file that the setting with _FILE names, without its last line breaks', async () => {
    const settings = parseSettings({
      NODE_ENV: 'test',
      SESSION_SECRET_FILE: await fileOf('session', `${SECRET}\n`),
      DATABASE_URL_FILE: await fileOf('database', 'postgresql://laurel:hidden@db/laurel\r\n'),
      SMTP_URL_FILE: await fileOf('smtp', 'smtp://laurel:hidden@mail.example.net\n\n'),
      BOUNCE_TOKEN_FILE: await fileOf('bounce', ' a token with spaces '),
    });
    expect(settings.sessionSecrets).toEqual([SECRET]);
    expect(settings.databaseUrl).toBe('postgresql://laurel:hidden@db/laurel');
    expect(settings.smtpUrl).toBe('smtp://laurel:hidden@mail.example.net');
    expect(settings.bounceToken).toBe(' a token with spaces ');
  });

  it('counts as set, and is checked by the same rules', async () => {
    const SESSION_SECRET_FILE = await fileOf('short', 'hidden-but-short');
    expect(
      settingErrors({ NODE_ENV: 'production', SESSION_SECRET_FILE }, ['SESSION_SECRET']).filter(
        ({ variable }) => variable === 'SESSION_SECRET',
      ),
    ).toEqual([{ variable: 'SESSION_SECRET', message: 'must have at least 32 characters' }]);
  });

  it.each(SECRET_VARIABLES)('is refused for %s if the setting itself is set, too', async (variable) => {
    const file = await fileOf('both', 'hidden');
    expect(linesOf({ [variable]: 'hidden', [fileVariable(variable)]: file })).toContain(
      `${variable} and ${variable}_FILE are both set: remove one of them`,
    );
  });

  it.each([
    ['that is missing', 'missing/secret', "doesn't exist"],
    ['that is a folder', '.', 'is a folder'],
    ['that is empty', 'empty', 'is empty'],
  ])('%s is reported once, by setting and path', async (_what, name, reason) => {
    await fileOf('empty', '\n');
    const file = path.join(folder, name);
    expect(linesOf({ SESSION_SECRET_FILE: file })).toEqual([
      `SESSION_SECRET can't be read from SESSION_SECRET_FILE: ${file} ${reason}`,
    ]);
    const refused = () => parseSettings({ NODE_ENV: 'test', DATABASE_URL_FILE: file }, [], ['DATABASE_URL']);
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(`\n  - DATABASE_URL can't be read from DATABASE_URL_FILE: ${file} ${reason}`);
    expect(refused).not.toThrow('is not set');
  });

  it("that can't be read for another reason is reported without a system error", async () => {
    const file = path.join(folder, 'loop');
    await symlink(file, file);
    expect(linesOf({ SESSION_SECRET_FILE: file })).toEqual([
      `SESSION_SECRET can't be read from SESSION_SECRET_FILE: ${file} can't be read`,
    ]);
  });

  it('never appears in an error', async () => {
    const file = await fileOf('invalid', 'hidden');
    for (const variable of SECRET_VARIABLES) {
      expect(linesOf({ [fileVariable(variable)]: file }).join('\n')).not.toContain('hidden');
    }
  });

  it('that is invalid is left out of the settings that doctor checks', async () => {
    vi.stubEnv('NODE_ENV', 'test');
    vi.stubEnv('SMTP_URL', '');
    vi.stubEnv('SMTP_URL_FILE', await fileOf('url', 'not-a-mail-server'));
    const { errors, settings } = inspectSettings();
    expect(errors.map(({ variable }) => variable)).toContain('SMTP_URL');
    expect(settings.smtpUrl).toBeNull();
  });

  it("isn't passed on to PostgreSQL's programs, nor is its path", () => {
    for (const variable of SECRET_FILE_VARIABLES) vi.stubEnv(variable, '/run/secrets/one');
    expect(Object.values(programEnvironment({}))).not.toContain('/run/secrets/one');
  });
});
