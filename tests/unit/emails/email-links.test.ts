import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { urlsIn, isImageUrl, linkError } from '#app/domain/emails/email-links.ts';

describe('the URLs of links', () => {
  it.each([
    'https://example.org/a?b={{year}}#c',
    ' \t https://example.org:8443/ \n',
    'mailto:{{contactEmail}}',
    '{{appUrl}}/designations',
    '#top',
  ])('%j is a safe link', (url) => {
    expect(linkError(url)).toBeNull();
  });

  it.each([
    'https://good.example.org:443@evil.example.org/',
    'https://user@evil.example.org',
    'javascript:alert(1)',
    '{{appUrl}}.evil.example.org',
    'https://{{lastName}}/',
  ])("%j isn't a safe link", (url) => {
    expect(linkError(url)).not.toBeNull();
  });

  it.each(['https://example.org/', '{{appUrl}}/', 'javascript:', ''])(
    'are parsed quickly with any number of spaces in %j',
    (start) => {
      const blanks = ' '.repeat(200_000);
      const begun = performance.now();
      for (const url of [`${start}${blanks}b`, `${start}${'\t'.repeat(200_000)}b`, blanks]) {
        linkError(url);
        isImageUrl(url);
        urlsIn(url);
      }
      expect(performance.now() - begun).toBeLessThan(500);
    },
  );
});
