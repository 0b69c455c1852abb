import { plural } from '#app/lib/text/counted.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import type { HighSchoolAnswer } from '#app/schemas/high-school.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { findSchool } from '#cli/references.server.ts';

interface Wording {
  readonly status: ActivityStatus;
  readonly verb: string;
  readonly adjective: string;
}

/** `laurel schools activate SCHOOL…`: schools can designate and receive email. */
export function schoolsActivate(
  context: CommandContext,
  references: readonly string[],
  options: ChangeOptions,
): Promise<ExitCode> {
  return setStatus(context, references, options, { status: 'ACTIVE', verb: 'activate', adjective: 'active' });
}

/** `laurel schools deactivate SCHOOL…`: schools can no longer designate or receive email. */
export function schoolsDeactivate(
  context: CommandContext,
  references: readonly string[],
  options: ChangeOptions,
): Promise<ExitCode> {
  return setStatus(context, references, options, {
    status: 'INACTIVE',
    verb: 'deactivate',
    adjective: 'inactive',
  });
}

/** Changes all schools or none, and skips those that already have the status. */
async function setStatus(
  context: CommandContext,
  references: readonly string[],
  options: ChangeOptions,
  { status, verb, adjective }: Wording,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const named = await findSchools(ctx, references);
    for (const { name } of named.filter((school) => school.status === status)) {
      context.say(`${name} is already ${adjective}.`);
    }
    const schools = named.filter((school) => school.status !== status);
    if (schools.length === 0) return EXIT.nothingToDo;
    const names = schools.map(({ name }) => name).join(', ');
    const { isDone } = await applyChange(context, options, ctx, {
      make: (given) => inTransaction(given, (tx) => changeAll(tx, schools, status)),
      question: () => `${verb[0]?.toUpperCase()}${verb.slice(1)} ${names}?`,
    });
    const are = plural(schools.length, 'is', 'are');
    context.say(isDone ? `${names} ${are} now ${adjective}.` : `Would ${verb} ${names}.`);
    return EXIT.done;
  });
}

async function findSchools(ctx: Ctx, references: readonly string[]): Promise<HighSchoolAnswer[]> {
  const ids = new Set<string>();
  for (const reference of references) ids.add((await findSchool(ctx, reference)).id);
  const schools: HighSchoolAnswer[] = [];
  for (const id of ids) schools.push(await getHighSchool(ctx, id));
  return schools;
}

async function changeAll(
  tx: Ctx,
  schools: readonly HighSchoolAnswer[],
  status: ActivityStatus,
): Promise<void> {
  for (const { id, version } of schools)
    await changeHighSchool(tx, { id, patch: { status }, ifMatch: version });
}
