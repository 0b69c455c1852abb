import { describe, expect, it } from 'vitest';
import { safeRedirectPath } from '#app/lib/urls/redirect-paths.ts';

describe('safeRedirectPath', () => {
  it.each([
    ['/designations?status=PENDING', '/designations?status=PENDING'],
    ['/designate/method?school=1&year=2', '/designate/method?school=1&year=2'],
    ['/', '/'],
  ])('keeps %s', (wanted, path) => {
    expect(safeRedirectPath(wanted)).toBe(path);
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
    expect(safeRedirectPath(wanted)).toBe('/');
  });
});
