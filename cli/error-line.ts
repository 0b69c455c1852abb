import type { Issue } from '#app/lib/domain-errors.ts';

/**
 * One error of a call: `--before-date: Enter a day like 2026-11-21.`
 *
 * @param names what fields are called on the command line where they are no option of their name, like EMAIL; a part of one is 'address.city'
 */
export function errorLine({ path, message }: Issue, names: Readonly<Record<string, string>> = {}): string {
  const [name] = path;
  if (name === undefined) return message;
  return `${names[path.join('.')] ?? names[String(name)] ?? optionOf(String(name))}: ${message}`;
}

/** `beforeDate` as `--before-date` */
function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
