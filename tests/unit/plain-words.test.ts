import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Parses some 1,600 files, which takes longer while other tests run. */
const PARSING_MS = 60_000;

/** Words that texts must not contain, and their replacements. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/(?<![-.@])\bmails?\b(?! (server|client|app)s?\b|-)/i, 'email'],
  [/\bprogrammes?\b/i, 'program'],
  [/\b(a|the|this|each|one|no|that|another) sendings?\b|\bsendings\b/i, 'delivery'],
  [/\bplease confirm\b/i, 'a title that names the act'],
  [/(?<!`)\b(some|any|every|no)body\b/i, 'someone, anyone, everyone, no one'],
  [/\bno longer valid\b/i, 'expired'],
  [/\b(is|was|are|were) not right\b/i, 'incorrect'],
  [/\bsilent schools?\b/i, 'outstanding schools'],
  [/\bswitch(ed|es)? (on|off)\b/i, 'turn on, turn off'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\b(is|are|was|were|be) told\b/i, 'gets an email, sees'],
  [/\b(come|comes|came) back\b/i, 'bounced'],
  [/\b(stands|holds) (as|in|on|here|there)\b/i, 'is, has'],
  [/\bnothing was looked at\b|\bwhat would be done\b/i, 'what will happen'],
  [/\bgets? (a|the|no) mail\b/i, 'gets an email'],
  [/\bnot given\b/i, 'not provided'],
  [/\bshortcut keys?\b/i, 'keyboard shortcut'],
  [/\bpostal address(es)?\b/i, 'mailing address'],
  [/\bin (your|their|this person's) name\b/i, 'on your behalf'],
  [/\b(right|wrong) codes?\b/i, 'correct, incorrect'],
  [/\bcan not\b/i, "can't"],
  [/\bstays? as (it|they) (is|are)\b/i, "doesn't change"],
  [/\bworking at once\b/i, 'immediately'],
  [/\bas fast at any depth\b|\bthe hard way\b|\bbroke off\b|\bmuch else\b/i, 'what happens'],
  [/(^|[.:;] )so (do|does|did|is|are) (a|an|the)\b/i, 'a sentence of its own'],
  [/\bautumn\b/i, 'fall'],
  [
    /\b(colour|behaviour|favour|honour|labour|neighbour)|\b\w*(organis|recognis|authoris|customis)\w*/i,
    'American spelling',
  ],
  [/\bcounsellors?\b|\b(label|model|travel)l(ed|ing)\b|\blicence\b|\bcentre\b/i, 'American spelling'],
  [/\b(whilst|amongst|towards|hereby|thereof)\b/i, 'while, among, toward'],
  [/\p{L}’\p{L}/u, "a straight apostrophe, like in can't"],
  [/^OK$/, 'a button that names the act'],
];

/** Times of day in screens and emails have AM or PM. */
const TIME_WITHOUT_AM_PM = /\b([01]?\d|2[0-3]):[0-5]\d\b(?! ?[AP]M)/;
const SCREENS = ['app/components/', 'app/routes/', 'app/messages/', 'app/schemas/'];

/** Texts quoted from the specification or the decisions, with their source. */
const QUOTED: readonly (readonly [file: string, text: string, source: string])[] = [
  ['app/components/ui/dialog.tsx', 'OK', 'decisions, section 9: alerts have one button, OK'],
];

describe('the texts that people read', () => {
  it(
    'use no banned words in app, cli, and db',
    () => {
      const sources = ['app', 'cli', 'db'].flatMap((folder) => filesIn(folder, /\.tsx?$/));
      expect(sources.length).toBeGreaterThan(500);
      const found = sources
        .filter((file) => !file.startsWith('db/migrations/'))
        .flatMap((file) =>
          textsOf(file)
            .filter(({ text }) => !QUOTED.some(([where, quoted]) => where === file && quoted === text))
            .flatMap(({ line, text }) => [
              ...problems(`${file}:${line}`, text),
              ...(SCREENS.some((folder) => file.startsWith(folder)) && TIME_WITHOUT_AM_PM.test(text)
                ? [`${file}:${line} “${text}”: say AM or PM`]
                : []),
            ]),
        );
      expect(found).toEqual([]);
    },
    PARSING_MS,
  );

  it('use no banned words in the documents', () => {
    const documents = [...filesIn('app/docs', /\.md$/), 'README.md', 'CHANGELOG.md', '.env.example'];
    const found = documents.flatMap((file) =>
      withoutCode(readFileSync(path.join(ROOT, file), 'utf8'))
        .split('\n')
        .flatMap((text, at) => problems(`${file}:${at + 1}`, text)),
    );
    expect(found).toEqual([]);
  });

  it(
    'use no banned words in the names of tests',
    () => {
      const files = filesIn('tests', /\.test\.tsx?$/);
      expect(files.length).toBeGreaterThan(300);
      const found = files.flatMap((file) =>
        titlesOf(file).flatMap(({ line, text }) => problems(`${file}:${line}`, text)),
      );
      expect(found).toEqual([]);
    },
    PARSING_MS,
  );

  it('are reported if they contain a banned word', () => {
    for (const text of [
      'Somebody gets the mail.',
      'Nobody signed in.',
      'Not given',
      'Scripts act in your name.',
      'It ends. So does the session.',
      'The office’s notes',
      'Enter the right code.',
      'This sending is over.',
      'Please confirm',
      'The address came back.',
      'Mail',
      'OK',
    ])
      expect(problems('here', text)).not.toEqual([]);
    expect(problems('here', 'The mail server accepted the email.')).toEqual([]);
  });
});

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}

/** The document without code, quoted test titles, and link targets. Line numbers stay the same. */
function withoutCode(markdown: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, '');
  return markdown.replace(/^```[^]*?^```$/gm, blank).replace(/`[^`\n]*`|“[^”\n]*”|\]\([^)\n]*\)/g, blank);
}

function problems(where: string, text: string): string[] {
  return BANNED.flatMap(([word, instead]) => (word.test(text) ? [`${where} “${text}”: say ${instead}`] : []));
}

/** The names of a file's tests and `describe` blocks. */
function titlesOf(file: string): { line: number; text: string }[] {
  const source = parsed(file);
  const titles: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText(source))) {
      const [title] = node.arguments;
      const text = title === undefined ? undefined : textOf(title);
      if (text !== undefined) titles.push({ line: lineOf(source, node), text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const lineOf = (source: ts.SourceFile, node: ts.Node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The source's texts: strings, templates, and JSX of several words or of one capitalized word. */
function textsOf(file: string): { line: number; text: string }[] {
  const source = parsed(file);
  const texts: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const text = textOf(node)?.replace(/\s+/g, ' ').trim();
    if (text !== undefined && / |^[A-Z]/.test(text) && !isSql(text, file) && !isNameList(text)) {
      texts.push({ line: lineOf(source, node), text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** Text of query files and psql scripts, or text that looks like an SQL statement with lower-case keywords. */
function isSql(text: string, file: string): boolean {
  if (/-queries\.server\.ts$|-sql\.ts$/.test(file)) return true;
  return (
    /^(select|insert into|update|delete from|create|alter|with|case|coalesce|do)\b.*[(_$*]/.test(text) ||
    (file.startsWith('db/') && /^[a-z_(].*\b(in|is|and|any|check)\b/.test(text))
  );
}

/** Lists of spreadsheet headers and of CSS classes. */
function isNameList(text: string): boolean {
  return text.includes('|') || /^[a-z]+(-[a-z]+)+ /.test(text);
}
