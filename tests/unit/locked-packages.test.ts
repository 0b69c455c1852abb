import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
  schema.parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));

const Versions = z.record(z.string(), z.string());
const PackageSchema = z.object({ dependencies: Versions, devDependencies: Versions });
const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

it('the lockfile names each package by its version and the hash of what it holds, from the registry alone', () => {
  const { '': _own, ...packages } = read('package-lock.json', LockSchema).packages;
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  const odd = Object.entries(packages).filter(
    ([, { integrity, resolved, link }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined || link === true,
  );
  expect(odd).toEqual([]);
});

it('packages are asked for by one version each, the one that is locked', () => {
  const { dependencies, devDependencies } = read('package.json', PackageSchema);
  const { packages } = read('package-lock.json', LockSchema);
  const asked = { ...dependencies, ...devDependencies };
  const locked = Object.keys(asked).map((name) => [name, packages[`node_modules/${name}`]?.version]);
  expect(Object.fromEntries(locked)).toEqual(asked);
});
