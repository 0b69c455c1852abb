import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { DISCLOSURE_MESSAGES } from '#app/messages/disclosure-labels.ts';
import { makeProgram } from '#cli/program.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { openOrm } from '#db/orm.server.ts';
import { DEMO_PEOPLE } from '#db/seeds/demo-people.ts';
import { INACTIVE_SCHOOLS, INVITING_SCHOOL } from '#db/seeds/demo-schools.ts';
import { DEMO_TEMPLATES } from '#db/seeds/demo-templates.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type WatchedRows, watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';
import type { CommandRow, Named } from './command-row.ts';
import { IN_ITS_OWN_PROCESS, READ_ONLY, ROWS, UNASKED } from './command-rows.ts';
import { type LaurelRun, runLaurel, runUnread } from './run-laurel.ts';

/** Long enough for a busy machine. */
const ALL_RUN_MS = 400_000;

const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
const program = makeProgram(() => () => Promise.resolve(), streams);
const commands = commandsOf(program);
const changing = commands.map(({ name }) => name).filter((name) => !READ_ONLY.includes(name));
const withPurpose = commands.filter(({ command }) => hasOption(command, '--purpose')).map(({ name }) => name);
const asking = changing.filter((name) => !UNASKED.includes(name));

const database = useDatabase();
let named: Named;

beforeAll(async () => {
  const orm = await openOrm(database.url);
  await seedDemo(orm.em.fork(), new Date());
  const [student] = await storedRows(orm, StudentEntity, ['id', 'designation'], {
    where: { designation: { status: 'PENDING' } },
    orderBy: { designation: 'asc' },
  });
  const pending = student?.designation ?? '';
  const { academicYear } = await orm.em.fork().findOneOrFail(DesignationEntity, pending);
  const [other] = await storedRows(orm, DesignationEntity, ['id'], {
    where: { academicYear, id: { $ne: pending } },
    orderBy: { id: 'asc' },
  });
  await orm.close(true);
  named = {
    ...{ pending, sameYear: other?.id ?? '', student: student?.id ?? '' },
    ...{ school: INVITING_SCHOOL, inactive: INACTIVE_SCHOOLS[0] ?? '' },
    ...{ user: DEMO_PEOPLE.counselor.email, invited: DEMO_PEOPLE.invited.email },
    ...{ template: DEMO_TEMPLATES[0].name, nowhere: path.join(tmpdir(), randomUUID()) },
    unknown: '00000000-0000-4000-8000-000000000000',
  };
});

it('the table of commands has a row for each command, and no other', () => {
  expect(Object.keys(ROWS).sort()).toEqual(commands.map(({ name }) => name).sort());
});

it.each(commands)('laurel $name accepts --yes and --dry-run if it changes something', ({ name, command }) => {
  const options = ['--yes', '--dry-run'].filter((long) => hasOption(command, long));
  expect(options).toEqual(READ_ONLY.includes(name) ? [] : ['--yes', '--dry-run']);
});

describe.each(commands)('laurel $name --help', ({ command }) => {
  it('describes the command and has examples', () => {
    const [, examples = ''] = helpOf(command).split('\nExamples:\n');
    expect(command.description()).not.toBe('');
    const lines = examples.trimEnd().split('\n');
    expect(lines.every((line) => line.includes(`laurel ${nameOf(command)}`) || line.startsWith('   '))).toBe(
      true,
    );
  });
});

describe('a command that changes something', () => {
  let snapshot: WatchedRows;
  let runs: Record<'dry' | 'unasked', Map<string, LaurelRun>>;
  let changed: string[];

  beforeAll(async () => {
    const orm = await openOrm(database.url);
    snapshot = await watchRows(orm);
    runs = {
      dry: await runEach(changing, (name) => run(name, { more: '--dry-run' })),
      unasked: await runEach(asking, (name) => callLaurel(database.url, argsOf(name))),
    };
    changed = await snapshot.changed();
    await orm.close(true);
  }, ALL_RUN_MS);

  it.each(changing)('laurel %s previews with --dry-run', (name) => {
    expectRow(name, runs.dry.get(name), ROWS[name]?.dry ?? ROWS[name]);
  });

  it.each(asking)('laurel %s refuses without --yes if there is no terminal', (name) => {
    expect(runs.unasked.get(name)?.code).toBe(ROWS[name]?.unasked ?? 2);
  });

  it('changes no row of any table when it previews or refuses', () => {
    expect(changed).toEqual([]);
  });
});

describe('a command that does not ask', () => {
  const others = commands.map(({ name }) => name).filter((name) => !asking.includes(name));
  const disclosing: string[] = [];
  let runs: Map<string, LaurelRun>;

  beforeAll(async () => {
    let disclosed = await disclosures();
    runs = await runEach(others, async (name) => {
      const result = await run(name, UNASKED.includes(name) ? { more: '--yes' } : {});
      const count = await disclosures();
      if (count > disclosed) disclosing.push(name);
      disclosed = count;
      return result;
    });
  }, ALL_RUN_MS);

  it.each(others)('laurel %s', (name) => {
    expectRow(name, runs.get(name));
  });

  it("has --purpose if it returns students' data", () => {
    expect(disclosing).toEqual(
      expect.arrayContaining(['designations show', 'export designation', 'export designations']),
    );
    expect(disclosing.filter((name) => !withPurpose.includes(name))).toEqual([]);
  });
});

describe('a command whose output is no longer read', () => {
  const printing = Object.keys(ROWS).filter(
    (name) => ROWS[name]?.out !== undefined && ROWS[name].isOnce !== true,
  );
  let runs: Map<string, LaurelRun>;

  beforeAll(async () => {
    runs = await runEach(printing, (name) =>
      run(name, { isUnread: true, ...(asking.includes(name) ? { more: '--dry-run' } : {}) }),
    );
  }, ALL_RUN_MS);

  it.each(printing)('laurel %s ends quietly', (name) => {
    const run = runs.get(name);
    expect(run?.code).toBe(ROWS[name]?.unread ?? 0);
    expect(run?.stderr).not.toMatch(/Error|EPIPE|\n {4}at /);
  });
});

describe("a command that returns students' data", () => {
  it.each(withPurpose)('laurel %s needs an administrator if REQUIRE_ACTOR says so', async (name) => {
    const before = await disclosures();
    const env = { ...ROWS[name]?.env, REQUIRE_ACTOR: 'students' };
    expect(await callLaurel(database.url, argsOf(name), { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: `${DISCLOSURE_MESSAGES.actorRequired}\n`,
    });
    expect(await disclosures()).toBe(before);
  });
});

async function disclosures(): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    database.url,
    'select count(*)::int as count from disclosure',
  );
  return row?.count ?? 0;
}

function expectRow(
  name: string,
  run: LaurelRun | undefined,
  { code = 0, out = /^$/, err = /^$/ }: CommandRow = ROWS[name] ?? {},
): void {
  expect(run).toEqual({
    code,
    stdout: expect.stringMatching(out) as string,
    stderr: expect.stringMatching(err) as string,
  });
}

async function runEach(
  all: readonly string[],
  runOne: (name: string) => Promise<LaurelRun>,
): Promise<Map<string, LaurelRun>> {
  const runs = new Map<string, LaurelRun>();
  for (const name of all) runs.set(name, await runOne(name));
  return runs;
}

interface RunOptions {
  /** Another option. */
  readonly more?: string;
  /** Closes standard output before anything is written. */
  readonly isUnread?: boolean;
}

/** Runs a command in this process, except for those that need their own. */
function run(name: string, { more, isUnread = false }: RunOptions = {}): Promise<LaurelRun> {
  const { env = {} } = ROWS[name] ?? {};
  const args = [...argsOf(name), ...(more === undefined ? [] : [more])];
  if (!IN_ITS_OWN_PROCESS.includes(name)) return callLaurel(database.url, args, { env, isUnread });
  const settings = { NODE_ENV: 'test', DATABASE_URL: database.url, ...env };
  return isUnread ? runUnread(args, settings) : runLaurel(args, settings);
}

function argsOf(name: string): string[] {
  const { args = '' } = ROWS[name] ?? {};
  const names = new Map(Object.entries(named));
  return `${name} ${args}`
    .trimEnd()
    .split(' ')
    .map((word) => word.replace(/\{(\w+)\}/, (_, name: string) => names.get(name) ?? name));
}

interface Listed {
  readonly name: string;
  readonly command: Command;
}

/** Every command without subcommands, including hidden ones. */
function commandsOf(command: Command): Listed[] {
  return command.commands.flatMap((one) =>
    one.commands.length > 0 ? commandsOf(one) : [{ name: nameOf(one), command: one }],
  );
}

function nameOf(command: Command): string {
  const above = command.parent === null || command.parent === program ? '' : `${nameOf(command.parent)} `;
  return `${above}${command.name()}`;
}

function hasOption(command: Command, long: string): boolean {
  return command.options.some((option) => option.long === long);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  return text;
}
