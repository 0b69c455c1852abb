import type { Ctx } from '#app/domain/ctx.server.ts';
import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { findSchoolsByReference } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import {
  type HighSchoolResponse,
  type HighSchoolCreate,
  HighSchoolCreateSchema,
} from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_TEXTS, type HighSchoolText } from '#app/schemas/high-school-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { SCHOOL_FIELDS } from './schools.ts';
import { plural } from '#app/lib/text/counted.ts';
import { changeSchoolStatuses } from '#app/domain/high-schools/change-high-school.server.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { findSchool } from '#cli/references.server.ts';

export interface SchoolCreateOptions extends ChangeOptions, Partial<Record<HighSchoolText, string>> {
  readonly phone: string;
  readonly fax?: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly zip5: string;
  readonly zip4?: string;
}

/** Options of the address's fields. */
export const ADDRESS_OPTIONS: Readonly<Record<string, string>> = {
  'address.address1': '--address1',
  'address.address2': '--address2',
  'address.city': '--city',
  'address.zip5': '--zip5',
  'address.zip4': '--zip4',
};
const ARGUMENTS: Readonly<Record<string, string>> = { name: 'NAME', ...ADDRESS_OPTIONS };

/** `laurel schools create NAME …`: adds an inactive high school and prints it. */
export async function schoolsCreate(
  context: CommandContext,
  name: string,
  { phone, fax, address1, address2, city, zip5, zip4, ...others }: SchoolCreateOptions,
): Promise<ExitCode> {
  const fields = parseFields(
    HighSchoolCreateSchema,
    {
      name,
      ...ofEachField(HIGH_SCHOOL_TEXTS, (_, text) => others[text]),
      phone: formatPhone(phone),
      fax: fax === undefined ? undefined : formatPhone(fax),
      address: { address1, address2, city, zip5, zip4 },
    },
    ARGUMENTS,
  );
  return withServices(context, async (ctx) => {
    const { timeZone } = ctx.settings;
    const existing = await findSame(ctx, fields);
    if (existing !== null) {
      context.say(`${existing.name} already exists with the same details.`);
      return EXIT.nothingToDo;
    }
    const { outcome: school, isDone } = await applyWithoutConfirmation(others, ctx, (tx) =>
      createHighSchool(tx, fields),
    );
    await printRecord(context, { record: school, fields: SCHOOL_FIELDS, timeZone });
    context.say(
      isDone
        ? `Added ${school.name} as an inactive school. To activate it, run \`laurel schools activate ${school.id}\`.`
        : `Would add ${school.name}.`,
    );
    return EXIT.done;
  });
}

/** Returns an existing school with the same name and details; null if there is none. */
async function findSame(ctx: Ctx, fields: HighSchoolCreate): Promise<HighSchoolResponse | null> {
  for (const { id } of await findSchoolsByReference(ctx, fields.name)) {
    const school = await getHighSchool(ctx, id);
    if (isSame(fields, school) && isSame(fields.address, school.address)) return school;
  }
  return null;
}

function isSame(given: object, stored: object): boolean {
  const values = new Map(Object.entries(stored));
  return Object.entries(given).every(
    ([name, value]) => typeof value !== 'string' || value === (values.get(name) ?? ''),
  );
}

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
      make: (given) => changeSchoolStatuses(given, { ids: schools.map(({ id }) => id), status }),
      question: () => `${verb[0]?.toUpperCase()}${verb.slice(1)} ${names}?`,
    });
    const are = plural(schools.length, 'is', 'are');
    context.say(isDone ? `${names} ${are} now ${adjective}.` : `Would ${verb} ${names}.`);
    return EXIT.done;
  });
}

async function findSchools(ctx: Ctx, references: readonly string[]): Promise<HighSchoolResponse[]> {
  const ids = new Set<string>();
  for (const reference of references) ids.add((await findSchool(ctx, reference)).id);
  const schools: HighSchoolResponse[] = [];
  for (const id of ids) schools.push(await getHighSchool(ctx, id));
  return schools;
}
