import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDES = documentsIn('app/docs');
const DOCUMENTS = ['README.md', 'CHANGELOG.md', ...GUIDES, ...documentsIn('app/docs/decisions')];
const README_LINES_MAX = 150;

it.each(DOCUMENTS)('every link in %s leads to a file and heading that exist', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)];
  const broken = links.filter(([, file = '', heading]) => {
    const target = file === '' ? path.join(ROOT, document) : path.join(ROOT, path.dirname(document), file);
    return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

it.each(DOCUMENTS)('every table in %s has one header', (document) => {
  const tables = readFileSync(path.join(ROOT, document), 'utf8').match(/(?:^\|.*\n)+/gm) ?? [];
  const isRuled = (row: string) => /^\|[-:| ]+\|$/.test(row);
  expect(tables.filter((table) => table.split('\n').filter(isRuled).length > 1)).toEqual([]);
});

it('the README links to every document', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  expect(GUIDES.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
  expect(readme.split('\n').length).toBeLessThan(README_LINES_MAX);
});

function documentsIn(folder: string): string[] {
  const files = readdirSync(path.join(ROOT, folder)).filter((file) => file.endsWith('.md'));
  return files.map((file) => `${folder}/${file}`);
}

/** The anchors of a document's headings, as GitHub generates them. */
function headingsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}
