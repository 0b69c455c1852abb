import { expect, it } from 'vitest';
import { assertLogoName, inspectLogo } from '#app/domain/settings/logo-image.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { jpegOf, pngOf } from '#tests/fixtures/logo-images.ts';

it('the size of PNG and JPEG logos is read', () => {
  expect(inspectLogo(pngOf(300, 80))).toEqual({ type: 'image/png', width: 300, height: 80 });
  expect(inspectLogo(jpegOf(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 });
});

it.each([
  ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a GIF image', 'GIF89a\x01\x00\x01\x00'],
  ['nothing', ''],
  ['the beginning of a PNG', '\x89PNG'],
])('a logo is refused if it is %s, whatever its name says', (_what, text) => {
  expect(inspectLogo(Buffer.from(text, 'latin1'))).toMatch(/must be a PNG or JPEG image/);
});

it('a JPEG logo without a frame is refused, however long', () => {
  const image = Buffer.alloc(100_000, 0xff);
  image[1] = 0xd8;
  expect(inspectLogo(image)).toMatch(/must be a PNG or JPEG image/);
});

it('a logo that is too large is refused', () => {
  expect(inspectLogo(pngOf(300, 80, 200 * 1024))).toMatchObject({ width: 300 });
  expect(inspectLogo(pngOf(300, 80, 200 * 1024 + 1))).toMatch(/201 kB.*at most 200 kB/);
  expect(inspectLogo(pngOf(300, 80, 1202 * 1024))).toMatch(/1,202 kB/);
  expect(inspectLogo(pngOf(3000, 80))).toMatch(/3,000 × 80 pixels\. Each side must be \d+ to 2,000 pixels/);
  expect(inspectLogo(pngOf(300, 1))).toMatch(/300 × 1 pixels/);
});

it('a logo whose name has the extension of another format, or none, is refused', () => {
  for (const name of ['logo.png', 'LOGO.PNG'])
    expect(() => assertLogoName(pngOf(300, 80), name)).not.toThrow();
  for (const name of ['logo.jpg', 'a.JPEG'])
    expect(() => assertLogoName(jpegOf(300, 80), name)).not.toThrow();
  for (const name of ['logo.jpg', 'logo', 'logo.png.svg', 'png'])
    expect(() => assertLogoName(pngOf(300, 80), name)).toThrow(Invalid);
  for (const name of ['logo.png', 'logo.html'])
    expect(() => assertLogoName(jpegOf(300, 80), name)).toThrow(Invalid);
});
