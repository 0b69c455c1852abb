import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ASVS_LEVELS } from '#tests/fixtures/asvs-levels.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCS = path.join(ROOT, 'app/docs');
const TABLES = readFileSync(path.join(DOCS, 'asvs.md'), 'utf8');
const STATUSES = ['tested', 'documented', 'by design', 'operator', 'not applicable', 'not met'];
const REASON_MIN = 20;

interface Row {
  readonly chapter: string;
  readonly id: string;
  readonly level: number;
  readonly requirement: string;
  readonly status: string;
  readonly why: string;
}

const ROWS: readonly Row[] = TABLES.split(/^## V/m)
  .slice(1)
  .flatMap((chapter) =>
    [...chapter.matchAll(/^\| *([\d.]+) *\| *(\d) *\| *(.*?) *\| *(.*?) *\| *(.*?) *\|$/gm)].map(
      ([, id = '', level, requirement = '', status = '', why = '']) => ({
        chapter: chapter.slice(0, chapter.indexOf(' ')),
        id,
        level: Number(level),
        requirement,
        status,
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

/** The full names of the tests of a file in tests/, with those of their `describe` blocks. Empty if the file doesn't exist. */
function titlesIn(file: string): readonly string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const testPath = path.join(ROOT, 'tests', file);
  const found: string[] = [];
  const visit = (node: ts.Node, blocks: readonly string[]): void => {
    let names = blocks;
    if (ts.isCallExpression(node) && node.arguments.length > 1) {
      const callee = node.expression.getText();
      const [title] = node.arguments;
      if (title !== undefined && /^(?:it|test|describe)\b/.test(callee)) names = [...blocks, textOf(title)];
      if (/^(?:it|test)\b/.test(callee)) found.push(names.join(' '));
    }
    ts.forEachChild(node, (child) => visit(child, names));
  };
  if (existsSync(testPath)) {
    visit(ts.createSourceFile(file, readFileSync(testPath, 'utf8'), ts.ScriptTarget.Latest, true), []);
  }
  titles.set(file, found);
  return found;
}

/** A title with `…` for each value that is filled in when the test runs. */
const textOf = (title: ts.Expression) =>
  (ts.isStringLiteralLike(title) ? title.text : title.getText().replace(/^`|`$/g, ''))
    .replace(/\$\{[^}]*\}/g, '…')
    .replace(/%(?:\.\d+)?[a-z]/g, '…');

describe("the table of OWASP's requirements", () => {
  it('has each requirement of levels 1 and 2 once, in its chapter, by its level', () => {
    expect(Object.fromEntries(ROWS.map(({ id, level }) => [id, level]))).toEqual(ASVS_LEVELS);
    expect(ROWS).toHaveLength(Object.keys(ASVS_LEVELS).length);
    const strays = ROWS.filter(({ id, chapter }) => !id.startsWith(`${chapter}.`));
    expect(idsOf(strays)).toEqual([]);
    expect([ROWS.length, ROWS.filter(({ level }) => level === 1).length]).toEqual([253, 70]);
  });

  it("has one of the explained statuses and the requirement's text in each row", () => {
    expect(idsOf(ROWS.filter(({ status }) => !STATUSES.includes(status)))).toEqual([]);
    expect(idsOf(ROWS.filter(({ requirement }) => requirement.length < 4))).toEqual([]);
  });

  it('counts its statuses correctly', () => {
    const reported = [...TABLES.matchAll(/^\| ([a-z ]+?) *\| [^|]+\| +(\d+) *\|$/gm)];
    expect(reported.map(([, status, count]) => [status, Number(count)])).toEqual(
      STATUSES.map((status) => [status, ROWS.filter((row) => row.status === status).length]),
    );
  });

  it('names a test for each tested requirement, and none for inapplicable ones', () => {
    const tested = ROWS.filter(({ status }) => status === 'tested');
    expect(idsOf(tested.filter((row) => testsOf(row).length === 0))).toEqual([]);
    const absent = ROWS.filter(({ status }) => status === 'not applicable');
    expect(idsOf(absent.filter(({ why }) => why.includes('.test.ts')))).toEqual([]);
  });

  it('gives a reason for every other status, and names files that exist', () => {
    const others = ROWS.filter(({ status }) => status !== 'tested');
    expect(idsOf(others.filter((row) => reasonOf(row).length < REASON_MIN))).toEqual([]);
    const documented = ROWS.filter(({ status }) => status === 'documented');
    expect(idsOf(documented.filter(({ why }) => !why.includes('](')))).toEqual([]);
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
