import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openOrm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase();

async function call(...args: string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await callLaurel(database.url, args);
  return [code, stdout, stderr];
}

const usage = (message: string) => [2, '', `${message}\n`];

const LONG = '9'.repeat(500);
const HASH = 'a'.repeat(64);

describe('options of a fixed form', { timeout: 60_000 }, () => {
  it.each(['', '7', 'y', '0y', '07y', '100y', '1.5y', '-1y', '7Y', ' 7y', '7y ', '__proto__', LONG])(
    '--older-than refuses %j and repeats it',
    async (age) => {
      expect(await call('retention', 'purge', '--older-than', age)).toEqual(
        usage(`--older-than ${age}: Enter whole years, like 7y.`),
      );
    },
  );

  it.each(['1y', '99y'])('--older-than accepts %s', async (age) => {
    const [code, , said] = await call('retention', 'purge', '--older-than', age);
    const years = age === '1y' ? '1 year' : '99 years';
    expect([code, String(said).split(' has any ')[0]]).toEqual([3, `No closed year older than ${years}`]);
  });

  it.each(['', '0', '01', '10000', '-1', '1.0', '1e2', ' 1', 'all', '__proto__', LONG])(
    '--keep refuses %j and repeats it',
    async (keep) => {
      expect(await call('db', 'backup', '/nowhere/laurel.dump', '--keep', keep)).toEqual(
        usage(`--keep ${keep}: Enter how many backups to keep, at least 1.`),
      );
    },
  );

  it.each(['1', '9999'])('--keep accepts %s, and then needs a folder', async (keep) => {
    expect(await call('db', 'backup', '/nowhere/laurel.dump', '--keep', keep)).toEqual(
      usage('/nowhere/laurel.dump: --keep needs an existing folder to write dated files to.'),
    );
  });

  it.each([
    '',
    '12',
    `:${HASH}`,
    `12:${HASH}a`,
    `12:${HASH.toUpperCase()}`,
    `1234567890:${HASH}`,
    '__proto__',
  ])('--expect refuses %j', async (head) => {
    expect(await call('disclosures', 'verify', '--expect', head)).toEqual(
      usage(
        '--expect: Enter the line that an earlier verify printed: a position, a colon, and 64 hexadecimal digits.',
      ),
    );
  });

  it.each([`12:${HASH}`, ` 12:${HASH}\r\n`])('--expect accepts %j', async (head) => {
    const [code, , said] = await call('disclosures', 'verify', '--expect', head);
    expect([code, String(said).split('. ')[0]]).toEqual([1, "The log isn't intact at entry 1"]);
  });

  it.each(['x', '-1', '1.5', '2147483648', '1e400', '__proto__', LONG])(
    '--after of the disclosure log refuses %j',
    async (position) => {
      expect(await call('disclosures', 'export', '--after', position)).toEqual(
        usage('--after: Enter a whole number, 0 or more.'),
      );
    },
  );

  it.each(['0', '2147483647'])('--after of the disclosure log accepts %s', async (position) => {
    const [code] = await call('disclosures', 'export', '--after', position);
    expect(code).toBe(0);
  });

  it.each(['', '19', '02019', '2019.0', '-2019', ' 2019', 'last', '__proto__', LONG])(
    '--year of an import and the year of another command refuse %j and repeat it',
    async (year) => {
      const imported = { input: 'School name\nAspen High\n' };
      const args = ['designations', 'import', '-', '--dry-run', '--year', year];
      expect(await callLaurel(database.url, args, imported)).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: `--year: ${year} isn't a year. Enter one like 2019.\n`,
      });
      expect(await call('years', 'extensions', '--', year)).toEqual(
        usage(`${year} isn't a year. Enter one like 2026.`),
      );
    },
  );

  it('a year of four digits is looked up', async () => {
    expect(await call('years', 'extensions', '0001')).toEqual([
      ...[1, ''],
      "There's no academic year 0001. To see all years, run `laurel years list`.\n",
    ]);
  });

  it.each(['', 'x', '3f0c8f0e2a394d4c9f0e0d8c1b7a5e11', '__proto__', LONG])(
    'an ID refuses %j and repeats it',
    async (id) => {
      expect(await call('students', 'disclosures', ` ${id} `)).toEqual(
        usage(`"${id}" isn't a valid ID. IDs look like 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11.`),
      );
    },
  );

  it('an ID may have capitals, any version, and the end of a line after it', async () => {
    const anyVersion = 'ABCDEF00-0000-0000-0000-00000000000F\r\n';
    expect(await call('students', 'disclosures', anyVersion)).toEqual([
      ...[1, ''],
      expect.not.stringContaining("isn't a valid ID"),
    ]);
    const orm = await openOrm(database.url);
    const { id } = await makeAdmin(orm, { email: 'ada@example.org' });
    await orm.close(true);
    expect((await call('users', 'show', id.toUpperCase()))[1]).toContain('ada@example.org');
    const [shown, , said] = await call('users', 'show', randomUUID());
    expect([shown, said]).toEqual([1, expect.stringMatching(/^No user has the email address or ID /)]);
  });

  it('a list may be longer than a page of the REST API, but not longer than its number can be', async () => {
    const limited = async (limit: string) => (await call('schools', 'list', '--limit', limit))[0];
    expect(await Promise.all(['501', '999999999'].map(limited))).toEqual([0, 0]);
    const refused = ['', '0', '-1', '1.5', '1000000000', '0001000000', 'x', '__proto__', LONG];
    expect(await Promise.all(refused.map(limited))).toEqual(refused.map(() => 2));
  });
});
