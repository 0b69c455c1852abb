import { describe, expect, it } from 'vitest';
import { ownPath } from '#app/lib/urls/own-path.ts';

describe('ownPath', () => {
  it.each([
    ['/designations?status=PENDING', '/designations?status=PENDING'],
    ['/designate/method?school=1&year=2', '/designate/method?school=1&year=2'],
    ['/', '/'],
  ])('keeps %s', (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'designations',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/.//evil.example/x',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
  ])('leads %s to the dashboard', (wanted) => {
    expect(ownPath(wanted)).toBe('/');
  });
});
