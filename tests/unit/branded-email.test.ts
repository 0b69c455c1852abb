import { expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { brandedParts } from '#app/domain/mail/branded-email.ts';

const settings = parseSettings({ NODE_ENV: 'test', APP_URL: 'https://scholars.example.org' });
const logo = {
  type: 'image/png' as const,
  bytes: new Uint8Array([1, 2, 3]),
  width: 400,
  height: 100,
  hash: 'abc',
};

it('a branded email makes the first link to this site on a line of its own the only button', () => {
  const { html } = brandedParts(
    settings,
    'Hello,\n\nSign in to continue:\nhttps://scholars.example.org/login\n\nOr read https://scholars.example.org/about.\nhttps://scholars.example.org/account',
  );
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html).toContain('>Sign in</a>');
  expect(html).toContain('<a href="https://scholars.example.org/about">');
});

it('a branded email names the button after the correction that it opens, and drops the line that says the same', () => {
  const text = 'Hello,\n\nMake corrections:\nhttps://scholars.example.org/designate/method?school=1&year=2';
  const { html } = brandedParts(settings, text);
  expect(html).toContain('>Make corrections</a>');
  expect(html).not.toContain('Make corrections:');
});

it.each([
  ['/account/passkeys', 'View your passkeys'],
  ['/users/1/passkeys', 'View the passkey'],
  ['/audit?type=DISCLOSURE', 'Open the audit log'],
  ['/invites', 'View the request'],
  ['/manage/1', 'Open the school&#39;s page'],
  ['/designations', 'View designations'],
  ['/designations/1/copy', 'Open the copy'],
])('a branded email names the button for %s after the page', (path, label) => {
  const { html } = brandedParts(settings, `Hello,\n\nSee it here:\nhttps://scholars.example.org${path}`);
  expect(html).toContain(`>${label}</a>`);
});

it("a branded email shows lines that begin with '- ' as a list, apart from the text around it", () => {
  const { html } = brandedParts(settings, 'Submitted:\n- Elm <High>\n- Fir\nSee below.\n\n-5 degrees');
  expect(html).toContain('>Submitted:</p>\n<ul ');
  expect(html).toMatch(
    /<ul [^>]*><li>Elm &#60;High&#62;<\/li>\n<li>Fir<\/li><\/ul>\n<p [^>]*>See below.<\/p>/,
  );
  expect(html).toContain('>-5 degrees</p>');
});

it("a branded email never makes a button of another site's address, even if it begins like this site's", () => {
  const { html } = brandedParts(settings, 'Go to:\nhttps://scholars.example.org.evil.example/login');
  expect(html).not.toContain('class="button"');
});

it('a branded email escapes what people wrote', () => {
  const { html } = brandedParts({ ...settings, appName: 'A <b> & "C"' }, '<script>alert(1)</script> & more');
  expect(html).not.toContain('<script>');
  expect(html).toContain('&#60;script&#62;');
  expect(html).not.toContain('<b>');
});

it('a branded email contains the logo and loads nothing from elsewhere', () => {
  const { html, inline } = brandedParts({ ...settings, brand: { accentColor: '#0b5394', logo } }, 'Hello');
  expect(inline).toEqual([
    { cid: 'logo', contentType: 'image/png', filename: 'logo.png', content: logo.bytes },
  ]);
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:logo']);
  expect(html).toContain('width="192" height="48"');
  expect(html).not.toMatch(/url\(|@import|<link/);
});

it('a branded email has styles for dark mode and small screens', () => {
  const { html, inline } = brandedParts(settings, 'Hello');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('max-width: 480px');
  expect(html).toContain('name="viewport"');
  expect(inline).toEqual([]);
});

it('a branded email shows a code in large digits', () => {
  expect(brandedParts(settings, '123456 is your code.', '123456').html).toMatch(/32px[^>]*>123456</);
});

it('a branded email is rendered in a few milliseconds, so that codes are sent at once', () => {
  const text = 'A paragraph with https://scholars.example.org/about in it.\n\n'.repeat(12);
  brandedParts(settings, text);
  const startedAt = performance.now();
  for (let time = 0; time < 200; time += 1) brandedParts(settings, text);
  expect((performance.now() - startedAt) / 200).toBeLessThan(5);
});
