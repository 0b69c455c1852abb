import { expect, it } from 'vitest';
import { htmlWithLogo, withOfficeLogo } from '#app/domain/mail/office-logo.ts';

const logo = {
  type: 'image/jpeg' as const,
  bytes: new Uint8Array([1, 2, 3]),
  width: 400,
  height: 100,
  hash: 'abc',
};
const HTML = '<p><img alt="" src="cid:logo" /> Scholars <img src="https://x.example/cid:logo.png"></p>';

it('an email that shows the logo has it attached, in the size of the automatic emails', () => {
  const { html, inline } = withOfficeLogo(HTML, logo);
  expect(html).toContain('<img width="192" height="48" alt="" src="cid:logo" />');
  expect(inline).toEqual([
    { cid: 'logo', contentType: 'image/jpeg', filename: 'logo.jpg', content: logo.bytes },
  ]);
});

it("a logo in an email keeps the author's size", () => {
  const image = '<img width="80" src="cid:logo">';
  expect(withOfficeLogo(image, logo).html).toBe(image);
});

it("an email that doesn't show the logo has nothing attached", () => {
  const image = '<img src="https://x.example/logo.png">';
  expect(withOfficeLogo(image, logo)).toEqual({ html: image, inline: [] });
});

it("an email is sent without the logo's image if there's no logo, and keeps all others", () => {
  const html = '<p> Scholars <img src="https://x.example/cid:logo.png"></p>';
  expect(withOfficeLogo(HTML, null)).toEqual({ html, inline: [] });
  expect(htmlWithLogo(HTML, null)).toBe(html);
});

it('a preview shows the logo without an attachment', () => {
  const html = htmlWithLogo(HTML, logo);
  expect(html).toContain('src="data:image/jpeg;base64,AQID"');
  expect(html).not.toContain('"cid:logo"');
});
