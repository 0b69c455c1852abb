import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const APP = path.resolve(import.meta.dirname, '../../app');
/** The fields that tell which of a page's buttons was pressed. */
const FIELDS = [
  'intent',
  'act',
  'action',
  'restart',
  'confirmed',
  'dropStudents',
  'overwrite',
  'open',
  'add',
  'remove',
];
/** One that PRESS would not see; a hidden field with a ref is filled by scripts, as its button would be. */
const UNSEEN = new RegExp(String.raw`\bname="(?:${FIELDS.join('|')})"(?!\s+(?:value|ref)=)`);
/** A field with what its button sends, as JSX has it: a text, or something that is known only when it is drawn. */
const PRESS = new RegExp(
  String.raw`\bname="(?<name>${FIELDS.join('|')})"\s+value=(?:"(?<value>[^"]*)"|\{)`,
  'g',
);
/** Any field of a button. */
const OF_BUTTONS = /<(?:\w*Submit\w*|[bB]utton)\s[^>]*?\bname="(\w+)"/g;
const IMPORT = /(?:from|import\()\s*'(#app\/|\.{1,2}\/)([^']+)'/g;

/** Whether a field tells which button was pressed. */
export const isPressField = (name: string) => FIELDS.includes(name);

/** A press: 'intent=save', or 'action=' where the value is known only when the button is drawn. */
export type Press = string;

/** What the buttons can send that the sources of a route's page, in all its parts, have. `file` is below app/. */
export function pressesOf(file: string): Press[] {
  return [...new Set([...partsOf(path.join(APP, file))].flatMap(pressesIn))].toSorted();
}

/** What all buttons of the application can send. */
export function allPresses(): Press[] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => path.join(APP, file));
  return [...new Set(files.flatMap(pressesIn))].toSorted();
}

function pressesIn(file: string): Press[] {
  const source = readFileSync(file, 'utf8');
  const presses = [...source.matchAll(PRESS)].map(
    ({ groups }) => `${groups?.['name']}=${groups?.['value'] ?? ''}`,
  );
  if (UNSEEN.test(source)) {
    throw new Error(`${file} names a button's field without its value behind it: it would not be seen.`);
  }
  const [unknown] = [...source.matchAll(OF_BUTTONS)].filter(([, name = '']) => !isPressField(name));
  if (unknown !== undefined) throw new Error(`${file} has a button with a field of its own: ${unknown[1]}.`);
  return presses;
}

/** A file and everything with components that it imports, at once or later. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !file.endsWith('.tsx') || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, from = '', rest = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    partsOf(from === '#app/' ? path.join(APP, rest) : path.resolve(path.dirname(file), from + rest), seen);
  }
  return seen;
}
