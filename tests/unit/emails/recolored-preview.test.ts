import { expect, it } from 'vitest';
import { htmlOfPlainText } from '#app/domain/emails/compile-template.server.ts';
import { hasDarkColors, inColorScheme } from '#app/domain/emails/recolored-preview.ts';

const HTML = `<meta name="color-scheme" content="light dark"><style>
@media (prefers-color-scheme: dark) { p { color: white } }
@media screen and ( prefers-color-scheme:light ) { p { color: black } }</style>`;

it("a preview uses the requested color scheme, not the browser's", () => {
  expect(inColorScheme(HTML, 'dark')).toBe(`<meta name="color-scheme" content="dark"><style>
@media (min-width: 0) { p { color: white } }
@media screen and (max-width: 0) { p { color: black } }</style>`);
  expect(inColorScheme(HTML, 'light')).toBe(`<meta name="color-scheme" content="light"><style>
@media (max-width: 0) { p { color: white } }
@media screen and (min-width: 0) { p { color: black } }</style>`);
});

it.each([
  ['a rule of its own', HTML, true],
  ['no colors of its own, as plain text', htmlOfPlainText('Hello {{firstName}}'), true],
  ['a light sheet, though it says that it may be dark', `${HTML.slice(0, 53)}<td bgcolor="#ffffff">`, false],
  ['nothing about it', '<p style="color:black">x</p>', false],
])('the preview knows whether an email with %s has dark colors', (_what, html, expected) => {
  expect(hasDarkColors(html)).toBe(expected);
});
