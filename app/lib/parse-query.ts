import { configureCoercion } from '@conform-to/zod/v4/future';
import type { z } from 'zod';
import { typedNumber } from '#app/lib/parse-form.ts';

/** Booleans in forms and query strings. '' means absent; any other word fails the schema. */
const BOOLEAN_WORDS = new Map<unknown, boolean | undefined>([
  ['true', true],
  ['on', true],
  ['false', false],
  ['', undefined],
]);

const { coerceFormValue } = configureCoercion({
  type: { number: typedNumber },
  customize: (schema) =>
    schema._zod.def.type === 'boolean'
      ? (value) => (BOOLEAN_WORDS.has(value) ? BOOLEAN_WORDS.get(value) : value)
      : null,
});

/** Parses a query string: repeated keys become lists, empty values count as absent. */
export function safeParseQuery<Schema extends z.ZodType>(
  schema: Schema,
  params: URLSearchParams,
): z.ZodSafeParseResult<z.output<Schema>> {
  const values: Record<string, string | string[]> = {};
  for (const key of new Set(params.keys())) {
    const all = params.getAll(key);
    Object.defineProperty(values, key, { value: all.length === 1 ? all[0] : all, enumerable: true });
  }
  return coerceFormValue(schema).safeParse(values);
}
