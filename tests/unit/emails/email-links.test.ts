import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { addressesIn, isImageAddress, linkError } from '#app/domain/emails/email-links.ts';

describe('the addresses of links', () => {
  it.each([
    'https://example.org/a?b={{year}}#c',
    ' \t https://example.org:8443/ \n',
    'mailto:{{contactEmail}}',
    '{{appUrl}}/designations',
    '#top',
  ])('%j is a safe link', (address) => {
    expect(linkError(address)).toBeNull();
  });

  it.each([
    'https://good.example.org:443@evil.example.org/',
    'https://user@evil.example.org',
    'javascript:alert(1)',
    '{{appUrl}}.evil.example.org',
    'https://{{lastName}}/',
  ])("%j isn't a safe link", (address) => {
    expect(linkError(address)).not.toBeNull();
  });

  it.each(['https://example.org/', '{{appUrl}}/', 'javascript:', ''])(
    'are parsed quickly with any number of spaces in %j',
    (start) => {
      const blanks = ' '.repeat(200_000);
      const begun = performance.now();
      for (const address of [`${start}${blanks}b`, `${start}${'\t'.repeat(200_000)}b`, blanks]) {
        linkError(address);
        isImageAddress(address);
        addressesIn(address);
      }
      expect(performance.now() - begun).toBeLessThan(500);
    },
  );
});
