import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const IMPORT = /(?:\bfrom|\bimport\()\s*'([a-z@][\w@/.-]*)'/g;
const TYPES_ONLY = /import type [^;]*;/g;

const FOLDERS = ['app/components', 'app/lib', 'app/messages', 'app/policy', 'app/schemas', 'app/students'];

async function modulesOfTheBrowser(): Promise<string[]> {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file)),
    ),
  );
  return ['app/entry.client.tsx', 'app/root.tsx', ...inFolders.flat().filter((file) => /\.tsx?$/.test(file))];
}

async function packagesOf(files: readonly string[]): Promise<string[]> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const names = sources.flatMap((source) =>
    Array.from(source.replaceAll(TYPES_ONLY, '').matchAll(IMPORT), ([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}

it('the development server prebundles every package that the browser loads, and no other', async () => {
  const config = await readFile('remix.config.js', 'utf8');
  const listed = /BROWSER_PACKAGES = \[([^\]]*)\]/.exec(config)?.[1] ?? '';
  const ready = Array.from(listed.matchAll(/'([^']+)'/g), ([, name]) => name);
  expect(ready).toEqual(await packagesOf(await modulesOfTheBrowser()));
});
