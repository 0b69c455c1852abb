import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ASVS_LEVELS } from '#tests/fixtures/asvs-levels.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCS = path.join(ROOT, 'app/docs');
const TABLES = readFileSync(path.join(DOCS, 'asvs.md'), 'utf8');
const ANSWERS = ['tested', 'written', 'platform', 'operator', 'not applicable', 'not met'];
const REASON_MIN = 20;

interface Row {
  readonly chapter: string;
  readonly id: string;
  readonly level: number;
  readonly asksFor: string;
  readonly answer: string;
  readonly why: string;
}

const ROWS: readonly Row[] = TABLES.split(/^## V/m)
  .slice(1)
  .flatMap((chapter) =>
    [...chapter.matchAll(/^\| *([\d.]+) *\| *(\d) *\| *(.*?) *\| *(.*?) *\| *(.*?) *\|$/gm)].map(
      ([, id = '', level, asksFor = '', answer = '', why = '']) => ({
        chapter: chapter.slice(0, chapter.indexOf(' ')),
        id,
        level: Number(level),
        asksFor,
        answer,
        why,
      }),
    ),
  );

const NAMED_TEST = /`([\w./-]+\.test\.tsx?)` “([^”]+)”/g;
const testsOf = ({ why }: Row) =>
  [...why.matchAll(NAMED_TEST)].map(([, file = '', title = '']) => ({ file, title }));
const reasonOf = ({ why }: Row) => why.replace(NAMED_TEST, '');
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

const titles = new Map<string, readonly string[]>();

/** The titles of the tests and `describe` blocks of a file in tests/. Empty if the file doesn't exist. */
function titlesIn(file: string): readonly string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const testPath = path.join(ROOT, 'tests', file);
  const found: string[] = [];
  if (existsSync(testPath)) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText())) {
        const [title] = node.arguments;
        if (title !== undefined) found.push(textOf(title));
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(testPath, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  titles.set(file, found);
  return found;
}

/** The source text for a template, which may have values in it. */
const textOf = (title: ts.Expression) => (ts.isStringLiteralLike(title) ? title.text : title.getText());

describe("the table of OWASP's requirements", () => {
  it('has each requirement of levels 1 and 2 once, in its chapter, by its level', () => {
    expect(Object.fromEntries(ROWS.map(({ id, level }) => [id, level]))).toEqual(ASVS_LEVELS);
    expect(ROWS).toHaveLength(Object.keys(ASVS_LEVELS).length);
    const strays = ROWS.filter(({ id, chapter }) => !id.startsWith(`${chapter}.`));
    expect(idsOf(strays)).toEqual([]);
    expect([ROWS.length, ROWS.filter(({ level }) => level === 1).length]).toEqual([253, 70]);
  });

  it("has one of the explained statuses and the requirement's text in each row", () => {
    expect(idsOf(ROWS.filter(({ answer }) => !ANSWERS.includes(answer)))).toEqual([]);
    expect(idsOf(ROWS.filter(({ asksFor }) => asksFor.length < 4))).toEqual([]);
  });

  it('counts its statuses correctly', () => {
    const reported = [...TABLES.matchAll(/^\| ([a-z ]+?) *\| [^|]+\| +(\d+) *\|$/gm)];
    expect(reported.map(([, answer, count]) => [answer, Number(count)])).toEqual(
      ANSWERS.map((answer) => [answer, ROWS.filter((row) => row.answer === answer).length]),
    );
  });

  it('names a test for each tested requirement, and none for inapplicable ones', () => {
    const tested = ROWS.filter(({ answer }) => answer === 'tested');
    expect(idsOf(tested.filter((row) => testsOf(row).length === 0))).toEqual([]);
    const absent = ROWS.filter(({ answer }) => answer === 'not applicable');
    expect(idsOf(absent.filter(({ why }) => why.includes('.test.ts')))).toEqual([]);
  });

  it('gives a reason for every other status, and names files that exist', () => {
    const others = ROWS.filter(({ answer }) => answer !== 'tested');
    expect(idsOf(others.filter((row) => reasonOf(row).length < REASON_MIN))).toEqual([]);
    const written = ROWS.filter(({ answer }) => answer === 'written');
    expect(idsOf(written.filter(({ why }) => !why.includes('](')))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = ROWS.flatMap((row) =>
      testsOf(row)
        .filter(({ file, title }) => !titlesIn(file).some((titles) => titles.includes(title)))
        .map(({ file, title }) => `${row.id}: ${file} “${title}”`),
    );
    expect(missing).toEqual([]);
    const half = ROWS.filter((row) => row.why.split('.test.ts').length - 1 !== testsOf(row).length);
    expect(idsOf(half)).toEqual([]);
  });
});
