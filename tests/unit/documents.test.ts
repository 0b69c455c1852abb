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

it('every decision has its number and title as its file name', () => {
  const decisions = DOCUMENTS.filter((file) => file.startsWith('app/docs/decisions/'));
  expect(decisions.length).toBeGreaterThan(50);
  const wrong = decisions.filter((file) => {
    const [, number = '', title = ''] =
      /^# (\d+)\. (.+)/.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
    const name = title
      .toLowerCase()
      .replace(/'/g, '')
      .replace(/[^a-z0-9]+/g, '-');
    return path.basename(file) !== `${number.padStart(4, '0')}-${name}.md`;
  });
  expect(wrong).toEqual([]);
});

it('every log message to alert on in the deployment guide is logged by the code at that level', () => {
  const LEVELS: Readonly<Record<string, string>> = { 60: 'fatal', 50: 'error', 40: 'warn' };
  const guide = readFileSync(path.join(ROOT, 'app/docs/deployment.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (\d0) +\| (.+?) +\| /gm)];
  const messages = rows.flatMap(([, level = '', cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => ({ level: LEVELS[level] ?? '', message })),
  );
  expect(messages.length).toBeGreaterThan(15);
  const calls = sourcesIn('app').flatMap((text) =>
    text.split(/(?=\blog\.(?:fatal|error|warn|info)\(|#log\.)/),
  );
  const isLogged = ({ level, message }: { level: string; message: string }) =>
    calls.some((call) => call.startsWith(`log.${level}(`) && call.slice(0, 300).includes(message));
  expect(messages.filter((one) => !isLogged(one))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'));
}

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
