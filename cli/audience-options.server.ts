import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserByAddress } from '#app/domain/users/read-users.server.ts';
import { AUDIENCE_FIELDS, type AudienceField, SELECTED } from '#app/schemas/audience-targets.ts';
import { ExceptedAddresses, type SkippedPerson } from '#app/schemas/email.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { findSchool } from './references.server.ts';
import { withOptionErrors, parseFields, parseFilter } from './parse-options.server.ts';
import { formatSkippedRecipients } from '#app/messages/audience-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { RECIPIENT_SKIP_LABELS, RECIPIENT_SKIP_REASONS } from '#app/schemas/enums.ts';
import { Invalid } from '#app/lib/domain-errors.ts';

/** The options of `addAudienceOptions`, as parsed by Commander. */
export interface AudienceOptions {
  readonly target: string;
  readonly positions?: readonly string[];
  readonly states?: readonly string[];
  readonly year?: string;
  readonly criteria?: string;
  readonly status?: string;
  /** IDs, banner codes, or names. */
  readonly schools?: readonly string[];
  /** Email addresses. */
  readonly people?: readonly string[];
  readonly except?: readonly string[];
}

/** The options of the audience's fields that are named differently. */
const OPTION_NAMES: Partial<Record<AudienceField, 'schools' | 'people'>> = {
  schoolIds: 'schools',
  userIds: 'people',
};

const ExceptSchema = z.strictObject({ except: ExceptedAddresses });

interface TypedAudience {
  /** Without the selected schools and people, which `resolveSelected` adds. */
  readonly choice: AudienceChoice;
  readonly except: readonly string[];
}

/** @throws {CommandFailure} when an option isn't valid or doesn't apply to the target (usage error) */
export function parseAudienceOptions({ except = [], ...choice }: AudienceOptions): TypedAudience {
  const { target, positions, states, year, criteria, status, schools, people } = choice;
  const given: Partial<Record<AudienceField, unknown>> = { ...choice, schoolIds: schools, userIds: people };
  for (const [field, targets] of Object.entries(AUDIENCE_FIELDS) as [AudienceField, readonly string[]][]) {
    if (given[field] === undefined || targets.includes(target)) continue;
    throw new CommandFailure(
      `--${OPTION_NAMES[field] ?? field} can't be used with --target ${target}, only with ${targets.join(', ')}.`,
      EXIT.usage,
    );
  }
  if (target === SELECTED && schools === undefined && people === undefined) {
    throw new CommandFailure(`--target ${SELECTED} requires --schools or --people.`, EXIT.usage);
  }
  return {
    choice: parseFilter(AudienceChoiceSchema, { target, positions, states, year, criteria, status }),
    except: parseFields(ExceptSchema, { except }).except,
  };
}

/**
 * Adds the selected schools and people to the audience.
 *
 * @throws {CommandFailure} when a school or person isn't found, or there are too many
 */
export async function resolveSelected(
  ctx: Ctx,
  choice: AudienceChoice,
  { schools = [], people = [] }: AudienceOptions,
): Promise<AudienceChoice> {
  if (choice.target !== SELECTED) return choice;
  const schoolIds: string[] = [];
  const userIds: string[] = [];
  for (const reference of schools) schoolIds.push((await findSchool(ctx, reference)).id);
  for (const address of people) {
    const user = await findUserByAddress(ctx, address);
    if (user === null) throw new CommandFailure(`No user has the email address ${address}.`);
    userIds.push(user.id);
  }
  return parseFields(AudienceChoiceSchema, { ...choice, schoolIds, userIds });
}

/** Lists excluded people with reasons: `Skipped Ann Abel <ann@example.org>, Birch High: On the list already`. */
export function skippedPeopleLines(leftOut: readonly SkippedPerson[]): string[] {
  return leftOut.map((person) => {
    const who = [recipientLabel(person), person.schools.join(' & ')].filter((part) => part !== '').join(', ');
    return `Skipped ${who}: ${RECIPIENT_SKIP_LABELS[person.why]}`;
  });
}

function recipientLabel(person: SkippedPerson): string {
  const address = person.email === '' ? '' : `<${person.email}>`;
  return [fullName(person), address].filter((part) => part !== '').join(' ');
}

/** Summarizes excluded people in one line: `Skipped 3: No address 2, Not selected 1`. Empty if there are none. */
export function skippedSummary(leftOut: readonly SkippedPerson[]): string[] {
  if (leftOut.length === 0) return [];
  const counts = RECIPIENT_SKIP_REASONS.map((why) => ({
    why,
    people: leftOut.filter((person) => person.why === why).length,
  }));
  return [`Skipped ${formatSkippedRecipients(counts.filter(({ people }) => people > 0))}`];
}

const TEXT_FIELDS = ['subject', 'body'];

/**
 * Runs `work`, and reports errors in the template's subject and body.
 *
 * @param names arguments or options of fields whose option has another name
 * @throws {CommandFailure} when the template can't be sent, or another field isn't valid (usage error)
 */
export function withTemplateErrors<Output>(
  template: string,
  work: () => Promise<Output>,
  names: Readonly<Record<string, string>> = {},
): Promise<Output> {
  return withOptionErrors(names, async () => {
    try {
      return await work();
    } catch (error) {
      throw textErrorsOf(error, template) ?? error;
    }
  });
}

function textErrorsOf(error: unknown, template: string): CommandFailure | null {
  if (!(error instanceof Invalid)) return null;
  const errors = error.issues.filter(({ path: [field] }) => TEXT_FIELDS.includes(String(field)));
  if (errors.length === 0) return null;
  const lines = errors.map(({ path: [field], message }) => `  ${String(field)}: ${message}`);
  return new CommandFailure([`“${template}” has errors and can't be sent:`, ...lines].join('\n'));
}
