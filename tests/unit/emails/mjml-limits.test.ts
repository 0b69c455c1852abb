import { describe, expect, it } from 'vitest';
import { renderMjml } from '#app/domain/emails/render-mjml.server.ts';

const MJML = (part: string, head = '') =>
  `<mjml><mj-head>\n${head}</mj-head><mj-body><mj-section><mj-column>\n${part}\n</mj-column></mj-section></mj-body></mjml>`;

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="x"`).join(' ');
const inlined = (count: number) =>
  `<mj-style inline="inline">${Array.from({ length: count }, (_, at) => `.c${at}{color:red}`).join('')}</mj-style>`;

async function problems(source: string): Promise<string[]> {
  return (await renderMjml(source)).problems.map(({ line, message }) => `${line}: ${message}`);
}

describe('an email that is far too large', () => {
  it.each([
    [
      'attributes on one element',
      MJML(`<mj-text ${attributes(15_000)}>x</mj-text>`),
      '3: “<mj-text a0="x" a1="x" a2="x" ” has more than 60 attributes.',
    ],
    [
      'attributes in all',
      MJML(`<mj-text ${attributes(50)}>x</mj-text>\n`.repeat(201)),
      '203: An email can have at most 10,000 attributes. Simplify this email.',
    ],
    [
      'MJML elements',
      MJML('<mj-text>x</mj-text>\n'.repeat(1_000)),
      '998: An email can have at most 1,000 MJML elements and comments. Simplify this email.',
    ],
    [
      'comments',
      MJML('<!-- x -->\n'.repeat(1_000)),
      '998: An email can have at most 1,000 MJML elements and comments. Simplify this email.',
    ],
    [
      'HTML elements',
      MJML(`<mj-text>${'<b>x</b>'.repeat(10_001)}</mj-text>`),
      '3: An email can have at most 10,000 HTML elements. Simplify this email.',
    ],
    [
      'elements in one another',
      MJML(`<mj-text>${'<div>\n'.repeat(100)}</mj-text>`),
      '98: Elements can be nested at most 100 levels deep. Simplify this email.',
    ],
    [
      'selectors to inline into its elements',
      MJML('<mj-text css-class="c1">x</mj-text>'.repeat(700), inlined(6_000)),
      '2: There are too many style selectors (6,000) to inline into this many elements. Use fewer, or remove inline="inline".',
    ],
  ])('is refused at the line of its %s', async (_what, source, problem) => {
    expect(source.length).toBeLessThan(200_000);
    expect(await problems(source)).toEqual([problem]);
  });

  it('is refused because of the HTML that it becomes', async () => {
    const defaults = `<mj-attributes><mj-all font-family="${'x'.repeat(10_000)}" /></mj-attributes>`;
    expect(await problems(MJML('<mj-text>x</mj-text>'.repeat(100), defaults))).toEqual([
      '1: This email takes too long to build or is too large. Simplify it.',
    ]);
  });
});

it('an email with many unclosed parts, items, and lines is built', async () => {
  const list = `<mj-text><ul>${'<li>x'.repeat(300)}</ul>${'<p>x<br>'.repeat(300)}</mj-text>`;
  expect(
    await problems(MJML('<mj-text css-class="c1">x</mj-text>'.repeat(200) + list, inlined(100))),
  ).toEqual([]);
});
