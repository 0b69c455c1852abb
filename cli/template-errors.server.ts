import { Invalid } from '#app/lib/domain-errors.ts';
import { CommandFailure } from './command-failure.ts';
import { namingOptions } from './parse-options.server.ts';

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
