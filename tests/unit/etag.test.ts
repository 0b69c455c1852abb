import { expect, it } from 'vitest';
import { matchesVersion } from '#app/lib/versions.ts';
import { etagOf, ifMatchVersions } from '#app/server/api-route.server.ts';

const STORED = 12;

it.each([
  [undefined, true],
  ['*', true],
  [etagOf(STORED), true],
  ['W/"12"', true],
  ['"11", "12"', true],
  ['"12","13"', true],
  [', "11" ,, "12",', true],
  ['"a,b", "12"', true],
  ['"11"', false],
  ['"11", "13"', false],
  ['"121"', false],
  ['12', false],
  ['"12" "13"', false],
  ['"12", 13', false],
  ['*, "12"', false],
  ['"a"', false],
  ['', false],
])('If-Match: %s may change version 12: %s', (header, mayChange) => {
  const request = new Request(
    'http://localhost/',
    header === undefined ? {} : { headers: { 'If-Match': header } },
  );
  expect(matchesVersion(ifMatchVersions(request), STORED)).toBe(mayChange);
});
