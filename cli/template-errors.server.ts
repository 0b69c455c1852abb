import { Invalid } from '#app/lib/domain-errors.ts';
import { CommandFailure } from './command-failure.ts';
import { namingOptions } from './parse-options.server.ts';

/** Where the errors of a template's text are found. */
const TEXT_FIELDS = ['subject', 'body'];

/**
 * Runs a service that makes emails of a template. Throws CommandFailure: a failure where the template cannot be sent as it is, with its lines,
 * and a usage error, like `namingOptions`, for what else is invalid.
 *
 * @param names what fields are called on the command line where they are no option of their name
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
  return new CommandFailure([`“${template}” has errors and can’t be sent:`, ...lines].join('\n'));
}
