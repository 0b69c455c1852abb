import { z } from 'zod';
import { AUDIENCE_FIELDS, type AudienceField } from '#app/schemas/audience-targets.ts';
import { ExceptedAddresses, type LeftOut } from '#app/schemas/email.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { namingOptions, parseFields, parseFilter } from './parse-options.server.ts';
import { formatSkippedRecipient } from '#app/lib/messages/audience-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { LEFT_OUT_REASON_LABELS, LEFT_OUT_REASONS } from '#app/schemas/enums.ts';
import { Invalid } from '#app/lib/domain-errors.ts';

/** The options of `addAudienceOptions`, as parsed by Commander. */
export interface AudienceOptions {
  readonly target: string;
  readonly positions?: readonly string[];
  readonly states?: readonly string[];
  readonly year?: string;
  readonly criteria?: string;
  readonly status?: string;
  readonly except?: readonly string[];
}

const ExceptSchema = z.strictObject({ except: ExceptedAddresses });

/** @throws {CommandFailure} when an option isn't valid or doesn't apply to the target (usage error) */
export function audienceTyped({ except = [], ...choice }: AudienceOptions): {
  choice: AudienceChoice;
  except: readonly string[];
} {
  const { target, positions, states, year, criteria, status } = choice;
  for (const [field, targets] of Object.entries(AUDIENCE_FIELDS) as [AudienceField, readonly string[]][]) {
    if (choice[field] === undefined || targets.includes(target)) continue;
    throw new CommandFailure(
      `--${field} can't be used with --target ${target}, only with ${targets.join(', ')}.`,
      EXIT.usage,
    );
  }
  return {
    choice: parseFilter(AudienceChoiceSchema, { target, positions, states, year, criteria, status }),
    except: parseFields(ExceptSchema, { except }).except,
  };
}

/** Lists excluded people with reasons: `Skipped Ann Abel <ann@example.org>, Birch High: On the list already`. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((person) => {
    const who = [recipientLabel(person), person.schools.join(' & ')].filter((part) => part !== '').join(', ');
    return `Skipped ${who}: ${LEFT_OUT_REASON_LABELS[person.why]}`;
  });
}

function recipientLabel(person: LeftOut): string {
  const address = person.email === '' ? '' : `<${person.email}>`;
  return [fullName(person), address].filter((part) => part !== '').join(' ');
}

/** Summarizes excluded people in one line: `Skipped 3: No address 2, Not selected 1`. Empty if there are none. */
export function leftOutLine(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const counts = LEFT_OUT_REASONS.map((why) => ({
    why,
    people: leftOut.filter((person) => person.why === why).length,
  }));
  return [`Skipped ${formatSkippedRecipient(counts.filter(({ people }) => people > 0))}`];
}

const TEXT_FIELDS = ['subject', 'body'];

/**
 * Runs `work`, and reports errors in the template's subject and body.
 *
 * @param names arguments or options of fields whose option has another name
 * @throws {CommandFailure} when the template can't be sent, or another field isn't valid (usage error)
 */
export function namingTemplate<Output>(
  template: string,
  work: () => Promise<Output>,
  names: Readonly<Record<string, string>> = {},
): Promise<Output> {
  return namingOptions(names, async () => {
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
