import { z } from 'zod';
import { AUDIENCE_FIELDS, type AudienceField } from '#app/schemas/audience-targets.ts';
import { ExceptedAddresses } from '#app/schemas/email.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { parseFields, parseFilter } from './parse-options.server.ts';

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
      `--${field} does not belong to --target ${target}, but to ${targets.join(', ')}.`,
      EXIT.usage,
    );
  }
  return {
    choice: parseFilter(AudienceChoiceSchema, { target, positions, states, year, criteria, status }),
    except: parseFields(ExceptSchema, { except }).except,
  };
}
