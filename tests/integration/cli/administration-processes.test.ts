import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase();
const PRODUCTION = { NODE_ENV: 'production', APP_URL: 'https://scholars.example.org' } as const;
const start = (line: string) =>
  spawn(process.execPath, [COMMAND_LINE, ...line.split(' ')], {
    env: { ...PRODUCTION, DATABASE_URL: database.url },
  });

beforeAll(async () => {
  const orm = await openOrm(database.url);
  await makeSchool(orm, { name: 'Aurora High School', bannerCode: 'AUR', status: 'INACTIVE' });
  await makeSchool(orm, { name: 'Birch High School', bannerCode: 'BIR' });
  await makeAdmin(orm, { email: 'ada@example.org' });
  await makeUser(orm, { email: 'kim@example.org' });
  await makeInvite(orm, { email: 'lou@example.org' });
  await makeInvite(orm, { email: 'max@example.org' });
  await orm.close(true);
});

/** The output and exit code of each school, user, and invite command, with a server's settings. */
const RUNS: readonly (readonly [line: string, code: number, out: RegExp, err: RegExp])[] = [
  ['schools list', 0, /^Name,Status,.+\r\nAurora High School,/, /^$/],
  ['schools show AUR', 0, /^ID,Name,.+\r\n\S+,Aurora High School,/, /^$/],
  [
    'schools create Cedar --phone 9075550131 --address1 Road --city Nome --zip5 99762',
    ...([0, /^ID,Name,.+\r\n\S+,Cedar,Inactive/, /^Added Cedar as an inactive school\. /] as const),
  ],
  ['schools import missing.csv --yes', 1, /^$/, /^Can't read missing\.csv: the file doesn't exist\.\n$/],
  ['schools activate AUR --yes', 0, /^$/, /^Aurora High School is now active\.\n$/],
  ['schools deactivate BIR --dry-run', 0, /^$/, /^Would deactivate Birch High School\.\n$/],
  ['users list --flags ADMIN --format json', 0, /^\[\n\{[^]+"ada@example\.org"[^]+\}\n\]\n$/, /^$/],
  ['users show kim@example.org', 0, /^ID,Name,Email,.+\r\n.+kim@example\.org/, /^$/],
  ['users invite new@example.org --quiet --yes', 0, /^$/, /^$/],
  ['users flags ada@example.org --add ADMIN', 3, /^$/, / already has these flags: Administrator\.\n$/],
  ['users sessions kim@example.org', 0, /^ID,Browser,Signed in,Last used\r\n$/, /^$/],
  ['users delete kim@example.org', 2, /^$/, /Delete the account of .+\? Add --yes to do it/],
  ['invites list', 0, /^Email,Flags,Schools,Invited,Expires\r\nlou@example\.org,/, /^$/],
  ['invites resend lou@example.org --yes', 0, /^$/, /^Resent the invite to lou@example\.org\.\n$/],
  ['invites remove max@example.org --yes', 0, /^$/, /^Removed the invite for max@example\.org\.\n$/],
];

describe("with a server's settings", () => {
  it.each(RUNS)('laurel %s ends with %i', async (line, code, out, err) => {
    const run = await callLaurel(database.url, line.split(' '), { env: PRODUCTION });
    expect(run).toEqual({
      code,
      stdout: expect.stringMatching(out) as string,
      stderr: expect.stringMatching(err) as string,
    });
  });

  it.each(['schools list', 'schools show AUR', 'users list', 'users show ada@example.org', 'invites list'])(
    'laurel %s exits quietly when its output is closed',
    async (line) => {
      const run = await callLaurel(database.url, line.split(' '), { env: PRODUCTION, isUnread: true });
      expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  it('laurel imports a list from a pipe', async () => {
    const child = start('schools import - --yes');
    const closed = once(child, 'close') as Promise<[number]>;
    child.stdin.end('Name,Phone,Address1,City,Zip5\nFir High,9075550161,6 Fir Road,Homer,99603\n');
    const [stdout, stderr] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
    expect([stdout.join('').split('\r\n')[1]?.slice(0, 14), stderr.join('').split('\n').at(-2)]).toEqual([
      '2,Fir High,New',
      'Imported 1 school.',
    ]);
    expect((await closed)[0]).toBe(0);
  });

  it('laurel imports a list even if its output is closed', async () => {
    const child = start('schools import - --yes');
    child.stdout.destroy();
    child.stdin.end('Name,Phone,Address1,City,Zip5\nElm High,9075560161,7 Elm Road,Homer,99603\n');
    const stderr = child.stderr.toArray();
    const [code] = (await once(child, 'close')) as [number];
    expect([code, (await stderr).join('').split('\n').at(-2)]).toEqual([0, 'Imported 1 school.']);
    expect(
      await storedRowsIn(database.url, HighSchoolEntity, ['name'], { where: { name: 'Elm High' } }),
    ).toHaveLength(1);
  });
});
