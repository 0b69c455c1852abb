import { expect, it } from 'vitest';
import { z } from 'zod';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { servedCalls } from './served-calls.ts';

interface Node {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Whether a list has a maximum or an exact length. */
function hasLimit({ checks }: Readonly<Record<string, unknown>>): boolean {
  const known = Array.isArray(checks) ? checks.filter(isNode) : [];
  return known.some(({ _zod: { def } }) => def['check'] === 'max_length' || def['check'] === 'length_equals');
}

/** The paths of the lists in a schema that have no limit, such as 'students[].flags'. */
function unboundedLists(schema: unknown, path = ''): string[] {
  if (!isNode(schema)) return [];
  const { def } = schema._zod;
  const own = def['type'] === 'array' && !hasLimit(def) ? [path] : [];
  const parts = Object.entries(def).flatMap(([name, part]): string[] => {
    if (name === 'shape') {
      return Object.entries(part as object).flatMap(([field, value]) =>
        unboundedLists(value, path === '' ? field : `${path}.${field}`),
      );
    }
    const inner = Array.isArray(part) ? part : [part];
    return inner.flatMap((each) => unboundedLists(each, name === 'element' ? `${path}[]` : path));
  });
  return [...new Set([...own, ...parts])];
}

const bodies: [string, z.ZodType][] = (await servedCalls()).flatMap(({ call, endpoint: { body } }) =>
  body === undefined ? [] : [[call, body]],
);

// Validating each of a million elements takes minutes, and a message for each of them gigabytes.
it.each([...bodies, ['PATCH designations/{id}, its fields', DesignationPatchSchema] as const])(
  'every list in the body of %s has a limit, which is checked before its elements',
  (_call, body) => {
    expect(unboundedLists(body)).toEqual([]);
  },
);

it('the search for lists without a limit finds them at any depth', () => {
  const nested = z.object({ a: z.array(z.object({ b: z.array(z.string()).optional() })).max(3) });
  expect(unboundedLists(nested.default({ a: [] }))).toEqual(['a[].b']);
  expect(unboundedLists(z.unknown().pipe(z.array(z.string())))).toEqual(['']);
});
