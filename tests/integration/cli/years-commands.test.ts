import { beforeAll, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

describe('laurel years list', () => {
  const database = useDatabase();
  const years = (args: readonly string[], columns?: number) =>
    callLaurel(database.url, ['years', 'list', ...args], columns === undefined ? {} : { columns });

  it('explains what to do if there is none', async () => {
    expect(await years([], 80)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no academic years yet. Add one with `laurel years add 2026`.\n',
    });
    expect(await years([])).toEqual({
      code: 0,
      stdout: 'Year,Status,Opens,Early due,Due,Corrections due\r\n',
      stderr: '',
    });
    expect((await years(['--format', 'json'])).stdout).toBe('[]\n');
  });

  describe('with two years', () => {
    beforeAll(async () => {
      const orm = await openOrm(database.url);
      await makeYear(orm, { year: 2025, status: 'INACTIVE' });
      const dates = { opensAt: new Date('2026-09-01T08:00:00Z'), dueAt: new Date('2026-12-01T08:59:59Z') };
      await makeYear(orm, { year: 2026, ...dates });
      await orm.close(true);
    });

    it('draws a table within 80 columns', async () => {
      const { stdout } = await years([], 80);
      expect(stdout).toMatchInlineSnapshot(`
        "Year  Status    Opens              Early due  Due                Corrections due
        ────  ────────  ─────────────────  ─────────  ─────────────────  ───────────────
        2026  Active    Sep 1, 2026,                  Nov 30, 2026,
                        12:00 AM AKDT                 11:59 PM AKST
        2025  Inactive
        "
      `);
    });

    it("writes times in the program's zone with their offset, or in UTC", async () => {
      expect((await years([])).stdout.split('\r\n')[1]).toBe(
        '2026,Active,2026-09-01T00:00:00-08:00,,2026-11-30T23:59:59-09:00,',
      );
      expect((await years(['--utc'])).stdout.split('\r\n')[1]).toBe(
        '2026,Active,2026-09-01T08:00:00Z,,2026-12-01T08:59:59Z,',
      );
    });

    it("prints the REST call's JSON", async () => {
      const all = JSON.parse((await years(['--format', 'json'])).stdout) as { year: number }[];
      expect(all.map(({ year }) => year)).toEqual([2026, 2025]);
      const lines = (await years(['--format', 'ndjson'])).stdout.trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(all);
    });
  });
});

describe('laurel with --as', () => {
  const database = useDatabase();

  it('requires an administrator', async () => {
    expect(await callLaurel(database.url, ['years', 'list', '--as', 'kim@example.org'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        '--as kim@example.org: no administrator has this address. To see all administrators, run `laurel users list --flags ADMIN`.\n',
    });
  });
});

describe('laurel years commands that change something', () => {
  const database = useDatabase('each test');
  const years = (...args: string[]) => callLaurel(database.url, ['years', ...args]);
  const atTerminal = (answer: string, ...args: string[]) =>
    callLaurel(database.url, ['years', ...args], { answer, columns: 80 });
  const active = () =>
    storedRowsIn(database.url, AcademicYearEntity, ['year'], { where: { status: 'ACTIVE' } });
  const rows = async () => ({
    years: (await storedRowsIn(database.url, AcademicYearEntity, ['year'])).length,
    events: (await storedRowsIn(database.url, EventEntity, ['id'])).length,
  });

  it('add, activate, and roll over once', async () => {
    expect((await years('add', '2026')).code).toBe(0);
    expect(await years('add', '2026')).toMatchObject({
      code: 3,
      stderr: 'The 2026 academic year already exists.\n',
    });
    expect((await years('activate', '2026', '--yes')).stderr).toBe('2026 is now the active year.\n');
    expect((await years('activate', '2026', '--yes')).code).toBe(3);
    expect((await years('rollover', '2027', '--yes')).code).toBe(0);
    expect(await active()).toEqual([{ year: 2027 }]);
    expect(await years('rollover', '2027', '--yes')).toEqual({
      code: 3,
      stdout: '',
      stderr: '2027 is already the active year. Nothing was done.\n',
    });
    expect(await years('rollover', '2026')).toMatchObject({ code: 3 });
    expect((await rows()).years).toBe(2);
  });

  it('roll over once when two do it concurrently', async () => {
    await years('add', '2026');
    await years('activate', '2026', '--yes');
    const runs = await Promise.all([years('rollover', '2027', '--yes'), years('rollover', '2027', '--yes')]);
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 3]);
    expect(await active()).toEqual([{ year: 2027 }]);
  });

  it('change nothing in a dry run, which previews the changes', async () => {
    await years('add', '2026');
    await years('activate', '2026', '--yes');
    const before = await rows();
    const rollover = await years('rollover', '2027', '--dry-run');
    expect(rollover.code).toBe(0);
    expect(rollover.stderr).toContain('The 2027 academic year will be added and become active.');
    expect(rollover.stderr).toContain('Nothing has changed yet.');
    expect((await years('dates', '2026', '--due', '2026-12-01', '--dry-run')).stdout).toContain(
      '2026-12-01T23:59:00-09:00',
    );
    expect((await years('activate', '2026', '--dry-run')).code).toBe(3);
    const orm = await openOrm(database.url);
    const due = { dueAt: new Date('2999-01-29T08:59:00Z') };
    await orm.em.fork().nativeUpdate(AcademicYearEntity, { year: 2026 }, due);
    await orm.close(true);
    expect((await years('rollover', '2027', '--dry-run')).stderr).toContain(
      "Designations for 2026 aren't due until Jan 28, 2999.",
    );
    expect(await rows()).toEqual(before);
    expect(await active()).toEqual([{ year: 2026 }]);
  });

  it('ask on a terminal, and fail without one', async () => {
    await years('add', '2026');
    const before = await rows();
    expect(await years('activate', '2026')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Activate 2026? Add --yes to do it, or --dry-run to see what would happen.\n',
    });
    const declined = await atTerminal('n', 'activate', '2026');
    expect(declined.code).toBe(1);
    expect(declined.stderr).toContain('Activate 2026? [y/N]');
    expect(await rows()).toEqual(before);
    expect((await atTerminal('yes', 'activate', '2026')).code).toBe(0);
    expect(await active()).toEqual([{ year: 2026 }]);
  });

  it('name the year that an activation closes', async () => {
    await years('add', '2025');
    await years('activate', '2025', '--yes');
    await years('add', '2026');
    const effect = 'Schools will no longer be able to start designations for 2025.';
    expect((await years('activate', '2026')).stderr).toContain(`Activate 2026 instead of 2025? ${effect}`);
    expect((await years('activate', '2026', '--dry-run')).stderr).toContain(effect);
    expect(await active()).toEqual([{ year: 2025 }]);
  });

  it.each(['9999-12-31', '1899-12-30', '2999-12-31 23:59', '9999-12-31T00:00:00Z'])(
    "refuse a date that can't be stored, like %s",
    async (due) => {
      const run = await years('dates', '2026', '--due', due, '--yes');
      expect(run).toEqual({
        code: 2,
        stdout: '',
        stderr: `--due ${due}: Enter a date between 1900 and 2999.\n`,
      });
    },
  );

  it("accept dates in the installation's time zone, whole days, and no date", async () => {
    await years('add', '2026');
    const set = await years('dates', '2026', '--opens', '2026-09-01', '--due', '2026-12-01 17:00', '--yes');
    expect(set.stdout.split('\r\n')[1]).toBe(
      '2026,Inactive,2026-09-01T00:00:00-08:00,,2026-12-01T17:00:00-09:00,',
    );
    expect((await years('dates', '2026', '--due', '2026-12-01 17:00', '--yes')).code).toBe(3);
    const cleared = await years('dates', '2026', '--opens', 'none', '--yes', '--format', 'json');
    expect(JSON.parse(cleared.stdout)).toMatchObject({ opensAt: null, dueAt: '2026-12-02T02:00:00.000Z' });
  });

  it('refuse invalid dates, invalid years, and dates out of order', async () => {
    await years('add', '2026');
    const refused = async (...args: string[]) => {
      const { code, stderr } = await years('dates', ...args, '--yes');
      return [code, stderr.trimEnd()];
    };
    expect(await refused('2026')).toEqual([
      2,
      'Choose a date: --opens, --early-due, --due, or --corrections-due.',
    ]);
    expect(await refused('2026', '--due', 'tomorrow')).toEqual([
      2,
      '--due tomorrow: Enter a date like 2026-12-01, a date and time like "2026-12-01 17:00", or a UTC time like 2026-12-02T02:00:00Z.',
    ]);
    expect(await refused('2026', '--due', '2026-02-30')).toEqual([
      2,
      "--due 2026-02-30: This date or time doesn't exist.",
    ]);
    expect(await refused('2026', '--due', '2026-03-08 02:30')).toEqual([
      2,
      "--due 2026-03-08 02:30: This time doesn't exist: daylight saving time skips this hour. Choose a time an hour earlier or later.",
    ]);
    expect(await refused('2026', '--opens', '2026-12-02', '--due', '2026-12-01')).toEqual([
      2,
      "--due: The due date can't be before the opening date.",
    ]);
    expect(await refused('2031', '--due', '2026-12-01')).toEqual([
      1,
      "There's no academic year 2031. To see all years, run `laurel years list`.",
    ]);
    expect(await refused('next', '--due', '2026-12-01')).toEqual([
      2,
      "next isn't a year. Enter one like 2026.",
    ]);
  });

  it('record the administrator whom --as names', async () => {
    const orm = await openOrm(database.url);
    const admin = await makeAdmin(orm, { email: 'ada@example.org' });
    await orm.close(true);
    expect((await years('add', '2026', '--as', 'ADA@example.org')).code).toBe(0);
    expect(
      await storedRowsIn(database.url, EventEntity, ['actor', 'channel'], {
        where: { kind: 'academicYear.created' },
      }),
    ).toEqual([{ actor: admin.id, channel: 'CLI' }]);
  });
});
