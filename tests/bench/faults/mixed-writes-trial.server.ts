import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#cli/command-output.ts';
import { Actor, type Attempt } from '#tests/bench/mixed-writes/actor.server.ts';
import {
  type CommandRun,
  isDocumented,
  runSomeCommand,
} from '#tests/bench/mixed-writes/command-actions.server.ts';
import * as designationActions from '#tests/bench/mixed-writes/designation-actions.ts';
import { type Facts, factsOf } from '#tests/bench/mixed-writes/facts.ts';
import * as officeActions from '#tests/bench/mixed-writes/office-actions.ts';
import { replay } from '#tests/bench/mixed-writes/replay.ts';
import * as schoolActions from '#tests/bench/mixed-writes/school-actions.ts';
import { readEvents, readStored } from '#tests/bench/mixed-writes/stored-records.server.ts';
import {
  type Action,
  makeTrialScene,
  randomOfActor,
  type TrialScene,
} from '#tests/bench/mixed-writes/trial-scene.server.ts';
import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import type { TrialOptions } from '#tests/bench/support/trial-options.ts';

/** Responses to writes that the specification and the decisions allow, which exclude 503 and 500. */
const DOCUMENTED = [200, 201, 204, 302, 400, 401, 403, 404, 409, 412, 429];
/** Only correct if something that the request needs was missing. */
const OF_MISSING = [401, 403, 404];
const PAUSE_MS = 40;
const EXAMPLES = 8;
const SECOND_MS = 1_000;
/** Minimum duration in seconds for every kind of write to succeed. */
const WHOLE_SECONDS = 300;
/** Matches error lines in the server's log, as pino writes them. */
const ERROR_LINE = /"level":(?:50|60|"error"|"fatal")/;

const { saveStudentsByCall, saveSizeByCall, submitByCall, saveWhileTyping } = designationActions;
const { saveMethodByForm, saveStudentsByForm, submitByForm, importStudents, startDesignation } =
  designationActions;
const { editSchool, changePosition, removeStaff, addStaff, inviteStaff, removeInvite } = schoolActions;
const { answerInvite, editOwnAccount } = schoolActions;
const { decideByCall, decideByForm, decideMany, correctByForm, editStudentsByForm } = officeActions;
const { extend, editUser, deleteUser, importSchools } = officeActions;

/** Writes to schools and accounts that school staff may make. */
const AT_SCHOOLS: readonly Action[] = [
  ...[editSchool, changePosition, removeStaff, addStaff, addStaff, addStaff, inviteStaff, removeInvite],
  ...[answerInvite, editOwnAccount],
];
const BY_CALL: readonly Action[] = [
  saveStudentsByCall,
  saveSizeByCall,
  submitByCall,
  saveWhileTyping,
  startDesignation,
];
const BY_FORM: readonly Action[] = [
  saveMethodByForm,
  saveStudentsByForm,
  submitByForm,
  saveWhileTyping,
  startDesignation,
];
const OFFICE: readonly Action[] = [
  ...[decideByCall, decideByForm, decideMany, correctByForm, editStudentsByForm],
  ...[
    extend,
    editUser,
    editUser,
    deleteUser,
    editSchool,
    changePosition,
    addStaff,
    addStaff,
    addStaff,
    inviteStaff,
  ],
];
const SCHOOL_IMPORT: readonly Action[] = [importSchools, importSchools, editUser];

/** Actions by index among the staff. */
const actionsOfStaff = (index: number): readonly Action[] =>
  index < 2
    ? [importStudents, importStudents, ...BY_FORM, ...AT_SCHOOLS]
    : [...(index % 2 === 0 ? BY_FORM : BY_CALL), ...(index % 2 === 0 ? BY_FORM : BY_CALL), ...AT_SCHOOLS];

/** R22: staff, administrators, a school import, and the command line change the same data at random. */
export async function mixedWritesTrial(report: Report, stage: Stage, options: TrialOptions): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const app = await keep(openBenchApp(databaseUrl));
    const scene = await makeTrialScene(app);
    const before = await readStored(app);
    const end = Date.now() + options.seconds * SECOND_MS;
    const { actors, runs } = await write(databaseUrl, scene, { seed: options.seed, end });
    const events = await readEvents(app);
    const attempts = actors.flatMap((actor) => actor.attempts);
    const of = `20 actors, ${options.seconds} s, seed ${options.seed}`;
    tellResponses(report, of, { attempts, runs, facts: factsOf(before, events), seconds: options.seconds });
    const { broken, untrue } = replay(before, events, await readStored(app));
    tell(report, `${of}: of ${events.length} events, not what the one before left`, 'events', broken);
    tell(report, `${of}: stored otherwise than its events tell`, 'records', untrue);
    const errors = app.server
      .output()
      .split('\n')
      .filter((line) => ERROR_LINE.test(line));
    for (const line of errors.slice(0, EXAMPLES)) note(`  ${line}`);
  });
}

async function write(databaseUrl: string, scene: TrialScene, { seed, end }: { seed: number; end: number }) {
  const { staff, admins, app } = scene;
  const plans = [
    ...staff.map((user, index) => ({ user, actions: actionsOfStaff(index) })),
    ...admins.map((user, index) => ({ user, actions: index === 0 ? SCHOOL_IMPORT : OFFICE })),
  ];
  const actors = plans.map(({ user }, index) => new Actor(app, user, randomOfActor(seed, index)));
  const runs: CommandRun[] = [];
  const writers = actors.map(async (actor, index) => {
    const actions = plans[index]?.actions ?? [];
    while (Date.now() < end) {
      await actor.random.of(actions)(scene, actor);
      await sleep(PAUSE_MS);
    }
  });
  const [first] = staff;
  const commands = async () => {
    if (first === undefined) return;
    const commandActor = new Actor(app, first, randomOfActor(seed, plans.length));
    while (Date.now() < end) runs.push(await runSomeCommand(databaseUrl, scene, commandActor));
  };
  await Promise.all([...writers, commands()]);
  return { actors, runs };
}

interface Answers {
  readonly attempts: readonly Attempt[];
  readonly runs: readonly CommandRun[];
  readonly facts: Facts;
  readonly seconds: number;
}

function tellResponses(report: Report, of: string, { attempts, runs, facts, seconds }: Answers): void {
  const lines = (some: readonly Attempt[]) =>
    some.map(({ what, request, status, said }) => `${what}: ${request} returned ${status}: ${said}`);
  tell(
    report,
    `${of}: of ${attempts.length} requests, responded with 500 or more`,
    'responses',
    lines(attempts.filter(({ status }) => status >= 500)),
  );
  const odd = attempts.filter(({ status }) => status < 500 && !DOCUMENTED.includes(status));
  tell(report, `${of}: a response that is not documented`, 'responses', lines(odd));
  const untrue = attempts.filter((attempt) => OF_MISSING.includes(attempt.status) && hadAll(attempt, facts));
  tell(report, `${of}: 404, 403 or 401 where everything was there and allowed`, 'responses', lines(untrue));
  // A short run, which repeats a failure, doesn't need to include every kind of write.
  if (seconds >= WHOLE_SECONDS) {
    const idle = [...tally(attempts)].filter(([what, counts]) => what !== 'read' && !hasSuccess(counts));
    const examples = idle.flatMap(([kind]) =>
      lines(attempts.filter(({ what }) => what === kind).slice(0, 1)),
    );
    tell(report, `${of}: kinds of writes that never succeeded`, 'kinds', examples);
  }
  const failed = runs.filter((run) => !isDocumented(run));
  tell(
    report,
    `${of}: of ${runs.length} commands, failed without a reason`,
    'commands',
    failed.map(({ command, code, output }) => `${command} ended with ${code}: ${output}`),
  );
  for (const [what, counts] of [...tally(attempts)].toSorted()) {
    note(
      `  ${what}: ${[...counts]
        .toSorted()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
  }
}

function tell(report: Report, what: string, unit: string, found: readonly string[]): void {
  report.add(countFigure('R22', what, unit, found.length));
  for (const line of found.slice(0, EXAMPLES)) note(`  ${line}`);
}

/** Whether each group had a fact that was always true. For a 401, since sign-in, because deletion ends sessions. */
function hadAll({ needs, begun, signedInAt, ended, status }: Attempt, facts: Facts): boolean {
  const from = status === 401 ? Math.min(begun, signedInAt) : begun;
  return needs.every((group) => group.some((fact) => facts.held(fact, from, ended)));
}

function tally(attempts: readonly Attempt[]): Map<string, Map<number, number>> {
  const counted = new Map<string, Map<number, number>>();
  for (const { what, status } of attempts) {
    const counts = counted.get(what) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    counted.set(what, counts);
  }
  return counted;
}

function hasSuccess(counts: ReadonlyMap<number, number>): boolean {
  return [...counts.keys()].some((status) => status < 400);
}
