import type { Issue } from '#app/lib/domain-errors.ts';

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

export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
