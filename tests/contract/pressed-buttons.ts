import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const APP = path.resolve(import.meta.dirname, '../../app');
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
/** Fields of buttons that are never posted: they choose the file of a download, in a form with method="get". */
const NEVER_POSTED = ['format'];
/** A button field that PRESS would miss. Hidden fields with a ref are set by scripts. */
const UNSEEN = new RegExp(String.raw`\bname="(?:${FIELDS.join('|')})"(?!\s+(?:value|ref)=)`);
/** A button field and its value in JSX: a string, or an expression known only at render time. */
const PRESS = new RegExp(
  String.raw`\bname="(?<name>${FIELDS.join('|')})"\s+value=(?:"(?<value>[^"]*)"|\{)`,
  'g',
);
const OF_BUTTONS = /<(?:\w*Submit\w*|[bB]utton)\s[^>]*?\bname="(\w+)"/g;
const IMPORT = /(?:from|import\()\s*'(#app\/|\.{1,2}\/)([^']+)'/g;

/** Whether a field identifies the pressed button. */
export const isPressField = (name: string) => FIELDS.includes(name);

/** 'intent=save', or 'action=' if the value is known only at render time. */
export type Press = string;

/** The button values that a route's page and its components can send. `file` is relative to app/. */
export function pressesOf(file: string): Press[] {
  return [
    ...new Set([...partsOf(path.join(APP, file))].flatMap((part) => pressesIn(part, ownForms))),
  ].toSorted();
}

/** The button values that the whole application can send. */
export function allPresses(): Press[] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => path.join(APP, file));
  return [...new Set(files.flatMap((file) => pressesIn(file)))].toSorted();
}

/** Removes forms that are sent to another page, which has a row for their buttons. */
function ownForms(source: string): string {
  return source.replaceAll(/<Form method="post" action="(?!\/\?index")[^"]+"[^]*?<\/Form>/g, '');
}

function pressesIn(file: string, read = (source: string) => source): Press[] {
  const source = read(readFileSync(file, 'utf8'));
  const presses = [...source.matchAll(PRESS)].map(
    ({ groups }) => `${groups?.['name']}=${groups?.['value'] ?? ''}`,
  );
  if (UNSEEN.test(source)) {
    throw new Error(`${file} names a button's field without its value behind it: it would not be seen.`);
  }
  const [unknown] = [...source.matchAll(OF_BUTTONS)].filter(
    ([, name = '']) => !isPressField(name) && !NEVER_POSTED.includes(name),
  );
  if (unknown !== undefined) throw new Error(`${file} has a button with a field of its own: ${unknown[1]}.`);
  return presses;
}

/** A component file and all component files it imports, statically or dynamically. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !file.endsWith('.tsx') || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, from = '', rest = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    partsOf(from === '#app/' ? path.join(APP, rest) : path.resolve(path.dirname(file), from + rest), seen);
  }
  return seen;
}
