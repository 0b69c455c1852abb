import type { Issue } from '#app/lib/domain-errors.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, nothingToDo: 3, partlyDone: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure of a command. The message says what is wrong and what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Formats an error with its option: `--before-date: Enter a day like 2026-11-21.`
 *
 * @param names arguments or options of fields whose option has another name, like EMAIL; 'address.city' is nested
 */
export function errorLine({ path, message }: Issue, names: Readonly<Record<string, string>> = {}): string {
  const [name] = path;
  if (name === undefined) return message;
  return `${names[path.join('.')] ?? names[String(name)] ?? optionOf(String(name))}: ${message}`;
}

/** Returns the option of a schema's field: '--high-school' for 'highSchool'. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
