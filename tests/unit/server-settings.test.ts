import { userInfo } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseSettings, settingErrors } from '#app/config/env.server.ts';
import {
  nameDatabaseSessions,
  programEnvironment,
  systemUser,
} from '#app/config/process-environment.server.ts';

const errorsOf = (env: Readonly<Record<string, string>>, variable: string) =>
  settingErrors({ NODE_ENV: 'production', ...env })
    .filter((error) => error.variable === variable)
    .map(({ message }) => message);

describe('TRUST_PROXY', () => {
  it.each(['on', 'true', 'yes', '11', '10.0.0.0/8/8', '10.0.0.1,on'])(
    '%s is refused with what to write instead',
    (value) => {
      expect(errorsOf({ TRUST_PROXY: value }, 'TRUST_PROXY')).toEqual([
        'must be off, the number of proxies (up to 10), or their addresses separated by commas ("on" isn\'t allowed, because clients could then fake their addresses)',
      ]);
      expect(() => parseSettings({ NODE_ENV: 'test', TRUST_PROXY: value })).toThrow(
        'TRUST_PROXY must be off',
      );
    },
  );

  it.each(['off', '0'])("%s is refused where the client's address must come from a proxy", (value) => {
    const environment = { NODE_ENV: 'production', TRUST_PROXY: value };
    expect(settingErrors(environment, ['TRUST_PROXY'])).toContainEqual({
      variable: 'TRUST_PROXY',
      message: 'must be the number of proxies in front of the server, or their addresses',
    });
  });

  it("is required where the client's address must come from a proxy", () => {
    expect(settingErrors({ NODE_ENV: 'production' }, ['TRUST_PROXY'])).toContainEqual({
      variable: 'TRUST_PROXY',
      message: 'is not set',
    });
  });

  it.each([
    ['off', false],
    ['2', 2],
    ['10.0.0.1, 192.168.0.0/16', '10.0.0.1, 192.168.0.0/16'],
    ['loopback', 'loopback'],
  ] as const)('%s is accepted', (value, trustProxy) => {
    expect(parseSettings({ NODE_ENV: 'test', TRUST_PROXY: value }).trustProxy).toBe(trustProxy);
  });
});

describe('SESSION_SECRET in production', () => {
  it.each([
    ['one repeated character', 'x'.repeat(64)],
    ['few different characters', 'abcabba'.repeat(6)],
    ['one repeated piece', 'password1'.repeat(5)],
    ['one repeated piece, cut short', 'correcthorse'.repeat(3).slice(0, 33)],
    ['consecutive characters', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['characters in reverse order', '9876543210zyxwvutsrqponmlkjihgfedcba'],
    ['a trivial one next to a good one', `4f1c9a7be0d25386b1f0c4d7e9a83265, ${'0'.repeat(32)}`],
  ])('is refused if it is %s', (_what, secret) => {
    expect(errorsOf({ SESSION_SECRET: secret }, 'SESSION_SECRET')).toEqual([
      'is too easy to guess: use random characters',
    ]);
  });

  it.each([
    '4f1c9a7be0d25386b1f0c4d7e9a83265',
    'Qm9uam91ciBsZSBtb25kZSBkZSBuZWln',
    'a-secret-for-tests-of-32-characters-or-more',
  ])('is accepted if it is random or a sentence: %s', (secret) => {
    expect(errorsOf({ SESSION_SECRET: secret }, 'SESSION_SECRET')).toEqual([]);
  });
});

describe('contacts in production', () => {
  it.each([
    ['MAIL_FROM', 'Award Office <scholars@example.org>'],
    ['CONTACT_EMAIL', 'scholars@Example.org'],
    ['HANDBOOK_URL', 'https://scholars.example.org/handbook'],
    ['SURVEY_URL', 'https://example.org'],
    ['PROGRAM_LINKS', 'Home=https://example.net;Handbook=https://scholars.example.org/handbook'],
  ])('%s is refused if it is an example', (variable, value) => {
    expect(errorsOf({ [variable]: value }, variable)).toEqual([
      'is an example from the documentation: set your own',
    ]);
    expect(settingErrors({ NODE_ENV: 'test', [variable]: value })).toEqual([]);
  });

  it.each([
    ['MAIL_FROM', 'scholars@example.org.example.net'],
    ['CONTACT_EMAIL', 'scholars@counterexample.org'],
    ['HANDBOOK_URL', 'https://example.net/example.org/handbook'],
  ])('%s is accepted if it only resembles one', (variable, value) => {
    expect(errorsOf({ [variable]: value }, variable)).toEqual([]);
  });

  it('are required of servers and workers, and of no command', () => {
    for (const variable of ['CONTACT_EMAIL', 'HANDBOOK_URL', 'SURVEY_URL', 'PROGRAM_LINKS']) {
      expect(errorsOf({}, variable)).toEqual(['is not set']);
    }
    const command = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://localhost/laurel' };
    expect(settingErrors(command, ['DATABASE_URL'])).toEqual([]);
  });
});

describe('the names of database sessions', () => {
  afterEach(() => vi.unstubAllEnvs());

  it("name the command, and leave the operator's own name", () => {
    vi.stubEnv('PGAPPNAME', '');
    nameDatabaseSessions('serve');
    nameDatabaseSessions('serve 3000');
    expect(programEnvironment({})['PGAPPNAME']).toBe('laurel serve 3000');
    vi.stubEnv('PGAPPNAME', 'scholars-1');
    nameDatabaseSessions('serve 3000');
    expect(programEnvironment({})['PGAPPNAME']).toBe('scholars-1');
  });
});

describe('EMAIL_RETENTION_DAYS', () => {
  it('is 730 by default, and 90 at least', () => {
    expect(parseSettings({ NODE_ENV: 'test' }).emailRetentionDays).toBe(730);
    expect(errorsOf({ EMAIL_RETENTION_DAYS: '89' }, 'EMAIL_RETENTION_DAYS')).toEqual(['must be at least 90']);
    expect(errorsOf({ EMAIL_RETENTION_DAYS: '1y' }, 'EMAIL_RETENTION_DAYS')).toEqual([
      'must be a number of days, up to 9999',
    ]);
  });
});

describe('the system user of a command', () => {
  afterEach(() => vi.unstubAllEnvs());

  it("can't be set by a variable; under sudo it is the invoking user", () => {
    for (const name of ['LOGNAME', 'USER', 'USERNAME', 'LNAME']) vi.stubEnv(name, 'mallory');
    vi.stubEnv('SUDO_USER', undefined);
    expect(systemUser()).toBe(userInfo().username);
    vi.stubEnv('SUDO_USER', 'ada');
    expect(systemUser()).toBe(process.getuid?.() === 0 ? 'ada' : userInfo().username);
  });
});
