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

it('attaches the logo to an email that shows it, in the size of the automatic emails', () => {
  const { html, inline } = withOfficeLogo(HTML, logo);
  expect(html).toContain('<img width="192" height="48" alt="" src="cid:logo" />');
  expect(inline).toEqual([
    { cid: 'logo', contentType: 'image/jpeg', filename: 'logo.jpg', content: logo.bytes },
  ]);
});

it("keeps the author's size", () => {
  const image = '<img width="80" src="cid:logo">';
  expect(withOfficeLogo(image, logo).html).toBe(image);
});

it('attaches nothing to an email that does not show it', () => {
  const image = '<img src="https://x.example/logo.png">';
  expect(withOfficeLogo(image, logo)).toEqual({ html: image, inline: [] });
});

it('leaves out the image without a logo, and no other', () => {
  const html = '<p> Scholars <img src="https://x.example/cid:logo.png"></p>';
  expect(withOfficeLogo(HTML, null)).toEqual({ html, inline: [] });
  expect(htmlWithLogo(HTML, null)).toBe(html);
});

it('shows the logo in a preview, which has no attachments', () => {
  const html = htmlWithLogo(HTML, logo);
  expect(html).toContain('src="data:image/jpeg;base64,AQID"');
  expect(html).not.toContain('"cid:logo"');
});
