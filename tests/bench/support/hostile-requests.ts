import { z } from 'zod';
import type { ServedCall } from '#tests/contract/served-calls.ts';
import type { Sent } from '#tests/bench/support/http-client.ts';
import { HOSTILE_VALUES } from '#tests/fixtures/hostile-values.ts';

export interface HostileRequest extends Sent {
  readonly path: string;
}

const DEPTH = 400;
const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);

/** Values that no field expects. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 31) - 1, '', ' ', [], {}, [[]], [null], { a: {} }],
  ...[nested(DEPTH), 'x'.repeat(20_000), '9'.repeat(400), '\u0301'.repeat(2_000), 'a@'.repeat(500)],
  ...['0000-01-01', '2026-02-30', '9999-12-31T23:59:59Z', 'ADMIN', 'NaN', '1e9', '0x10', '٣', '-0'],
  ...['5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b', { id: '1' }, Array.from({ length: 300 }, () => 'x')],
  Array.from({ length: 5_000 }, () => ({})),
];

/** Path and query segments that no browser sends. */
const ODD_WORDS = [
  '%ff',
  '%c0%af',
  '%00',
  '%',
  '%zz',
  '..%2f..%2fetc',
  '%e2%80%ae',
  'a'.repeat(3_000),
  '%0d%0aX:1',
];

const ODD_BODIES = [
  ...['', '{', '[]', 'null', '"x"', '{"a":1}x', '{"a":1,"a":2}', '{"__proto__":{"admin":true}}', '\u0000'],
  ...[
    '['.repeat(5_000),
    `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    '{"constructor":{"prototype":{}}}',
  ],
];

/** Fields of a body whose schema doesn't show its fields: that of a designation. */
const OTHER_NAMES = ['a', 'students', 'status', 'reasons', 'classSize', 'note'];

const ODD_TYPES = [
  'text/plain',
  'application/json; charset=utf-7',
  'multipart/form-data',
  'x',
  'application/xml',
];

const HEADERS = [
  'If-Match',
  'Idempotency-Key',
  'Accept',
  'Referer',
  'Origin',
  'Accept-Language',
  'Range',
  'X-Request-Id',
];

/** Generates the hostile requests for one call. The same seed generates the same requests. */
export function hostileRequests(
  { method, endpoint }: ServedCall,
  path: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): HostileRequest[] {
  const random = randomNumbers(seed);
  const oneOf = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const value = () => (random() < 0.5 ? oneOf(HOSTILE_VALUES) : oneOf(ODD_VALUES));
  const word = () => (random() < 0.7 ? coded(oneOf(HOSTILE_VALUES)) : oneOf(ODD_WORDS));
  const [queryNames, bodyNames] = [namesIn(endpoint.query), namesIn(endpoint.body)];
  const query = () => {
    const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      oneOf([...queryNames, 'limit', 'offset', '__proto__']),
    );
    return `?${names.map((name) => `${name}=${word()}`).join('&')}`;
  };
  const body = () => {
    if (random() < 0.15) return oneOf(ODD_BODIES);
    const names = bodyNames.length === 0 ? OTHER_NAMES : bodyNames;
    return Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => [oneOf(names), value()]),
    );
  };
  const header = (): Record<string, string> => ({ [oneOf(HEADERS)]: printable(oneOf(HOSTILE_VALUES)) });
  const segments = path.split('/');
  const badPath = () => segments.map((one, index) => (index > 0 && random() < 0.5 ? word() : one)).join('/');
  return Array.from({ length: count }, () => {
    const [isBadPath, isBadQuery] = [random() < 0.25, random() < (method === 'GET' ? 0.8 : 0.3)];
    const hasBadHeader = random() < 0.2 || (method === 'GET' && !isBadPath && !isBadQuery);
    return {
      path: `/api/${isBadPath ? badPath() : path}${isBadQuery ? query() : ''}`,
      headers: {
        ...(hasBadHeader ? header() : {}),
        ...(random() < 0.05 ? { 'Content-Type': oneOf(ODD_TYPES) } : {}),
      },
      ...(method === 'GET' ? {} : { body: body() }),
    };
  });
}

/** The field names of a body or query schema. */
function namesIn(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return namesIn(schema.out as z.ZodType);
  return [];
}

function coded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Replaces characters that HTTP headers can't contain. */
function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').trim();
}

/** Pseudorandom numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
