import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
  schema.parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));

const Versions = z.record(z.string(), z.string());
const PackageSchema = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  allowScripts: z.record(z.string(), z.boolean()),
});
const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      engines: z.record(z.string(), z.string()).or(z.array(z.string())).optional(),
    }),
  ),
});

it('the lockfile pins each package by version and content hash, only from the registry', () => {
  const { '': _own, ...packages } = read('package-lock.json', LockSchema).packages;
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  const odd = Object.entries(packages).filter(
    ([, { integrity, resolved, link }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined || link === true,
  );
  expect(odd).toEqual([]);
});

it('package.json pins each package to the locked version', () => {
  const { dependencies, devDependencies } = read('package.json', PackageSchema);
  const { packages } = read('package-lock.json', LockSchema);
  const requiredVersions = { ...dependencies, ...devDependencies };
  const locked = Object.keys(requiredVersions).map((name) => [
    name,
    packages[`node_modules/${name}`]?.version,
  ]);
  expect(Object.fromEntries(locked)).toEqual(requiredVersions);
});

const OLDEST_NODE = [20, 19, 0] as const;

/** Whether a package's version range includes the oldest supported Node. Fails for unknown notations. */
function holdsOldestNode(range: string): boolean {
  return range.split('||').some((part) => {
    const bounds = part
      .trim()
      .replace(/([<>=^~]) +/g, '$1')
      .split(/ +/);
    return bounds.every((bound) => isWithin(bound));
  });
}

function isWithin(bound: string): boolean {
  if (bound === '*') return true;
  const [, sign = '', text = ''] = /^(>=|\^|)((?:\d+|x|\*)(?:\.(?:\d+|x|\*)){0,2})$/.exec(bound) ?? [];
  if (text === '') return false;
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((digits) => Number(digits) || 0);
  const compared = OLDEST_NODE[0] - major || OLDEST_NODE[1] - minor || OLDEST_NODE[2] - patch;
  return sign === '>=' ? compared >= 0 : OLDEST_NODE[0] === major && compared >= 0;
}

it("every package supports our oldest Node version, so that npm ci doesn't warn", () => {
  const { '': _own, ...packages } = read('package-lock.json', LockSchema).packages;
  const tooNew = Object.entries(packages)
    .filter(([, { optional }]) => optional !== true)
    .filter(([, { engines = {} }]) => !Array.isArray(engines) && !holdsOldestNode(engines['node'] ?? '*'))
    .map(([name, { engines }]) => [name, engines]);
  expect(tooNew).toEqual([]);
});

it('every install script is allowed or denied explicitly', () => {
  const { packages } = read('package-lock.json', LockSchema);
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const { allowScripts } = read('package.json', PackageSchema);
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort());
});
