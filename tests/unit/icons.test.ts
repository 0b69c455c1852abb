import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('every icon has a drawing, and every drawing is an icon or the logo', async () => {
  const source = await readFile('app/components/ui/icons.tsx', 'utf8');
  const drawings = await readFile('app/public/icons.svg', 'utf8');
  const names = Array.from(source.matchAll(/^ {2}\| '([\w-]+)'/gm), ([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(Array.from(drawings.matchAll(/<symbol id="([\w-]+)"/g), ([, name]) => name)).toEqual([
    ...names,
    'laurel',
  ]);
});
