import { z } from 'zod';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';

/** Begins the message for a value that isn't among the possible ones. */
export const ONE_OF = 'Must be one of: ';

/** Returns the message for an issue whose schema has none. Never repeats the input, which may be student data. */
export function issueSentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `Must be ${formatKind(issue.expected)}.`;
    case 'invalid_value':
      return `${ONE_OF}${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Unknown ${plural(issue.keys.length, 'field', 'fields')}: ${namedKeys(issue.keys)}.`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `${ONE_OF}${issue.options.map(String).join(', ')}.`
        : undefined;
    case 'too_big':
      return `Must ${formatAmount('at most', Number(issue.maximum), issue.origin)}.`;
    case 'too_small':
      return `Must ${formatAmount('at least', Number(issue.minimum), issue.origin)}.`;
    default:
      return undefined;
  }
}

/** Returns 'be at most 10', 'have at most 10 items', or 'be at most 60 characters'. */
function formatAmount(bound: string, amount: number, origin: string): string {
  if (origin === 'array' || origin === 'set') return `have ${bound} ${counted(amount, 'item')}`;
  return origin === 'string' ? `be ${bound} ${counted(amount, 'character')}` : `be ${bound} ${amount}`;
}

const KEYS_NAMED_MAX = 20;

function namedKeys(keys: readonly string[]): string {
  const named = keys.slice(0, KEYS_NAMED_MAX).map((key) => key.slice(0, 60));
  const more = keys.length - named.length;
  return `${named.join(', ')}${more > 0 ? `, and ${formatNumber(more)} more` : ''}`;
}

function formatKind(expected: string): string {
  switch (expected) {
    // All our numbers are integers.
    case 'number':
    case 'int':
      return 'a whole number';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'an object';
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text';
    default:
      return `a ${expected}`;
  }
}

z.config({ customError: issueSentence });
