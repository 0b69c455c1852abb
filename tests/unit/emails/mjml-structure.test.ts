import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  CONTAINER_ELEMENTS,
  mjmlStructureProblems,
  REFUSED_ELEMENTS,
  TEXT_ELEMENTS,
} from '#app/domain/emails/mjml-structure.ts';
import { renderMjml } from '#app/domain/emails/render-mjml.server.ts';

function messages(part: string): string[] {
  const source = `<mjml><mj-body><mj-section><mj-column>\n${part}\n</mj-column></mj-section></mj-body></mjml>`;
  return mjmlStructureProblems(source).map(({ line, message }) => `${line}: ${message}`);
}

describe('what MJML would drop', () => {
  it.each([
    ['<mj-buton>x</mj-buton>', "2: <mj-buton> isn't an MJML element. Did you mean <mj-button>?"],
    ['<mj-txet>x</mj-txet>', "2: <mj-txet> isn't an MJML element. Did you mean <mj-text>?"],
    ['<mjtext>x</mjtext>', "2: <mjtext> isn't an MJML element. Did you mean <mj-text>?"],
    ['<MJ-SPACR />', "2: <mj-spacr> isn't an MJML element. Did you mean <mj-spacer>?"],
    ['<mj-something>x</mj-something>', "2: <mj-something> isn't an MJML element."],
    ['\nHello <b>you</b>', "3: Text can't be used directly in <mj-column>. Put it in <mj-text> or <mj-raw>."],
    ['<p>Hello</p>', "2: <p> can't be used directly in <mj-column>. Put it in <mj-text> or <mj-raw>."],
    ['<mj-text>x<mj-button>y</mj-button></mj-text>', "2: <mj-button> can't be used in <mj-text>."],
    ['<mj-text>x', '2: <mj-text> is never closed.'],
    ['</mj-text>', '2: </mj-text> has no opening tag.'],
  ])('is reported: %s', (part, message) => {
    expect(messages(part)).toEqual([message]);
  });

  it('is reported with other errors, in the order of the lines', async () => {
    const { problems } = await renderMjml(
      '<mjml><mj-body>\n<mj-sectoin></mj-sectoin>\n<mj-raw><script></script></mj-raw>\n<mj-foo /></mj-body></mjml>',
    );
    expect(problems).toEqual([
      { line: 2, message: "<mj-sectoin> isn't an MJML element. Did you mean <mj-section>?" },
      { line: 3, message: "<script> can't be used in an email." },
      { line: 4, message: "<mj-foo> isn't an MJML element." },
    ]);
  });

  it('includes every element of MJML, and which of them contain text', () => {
    const require = createRequire(import.meta.url);
    const fromMjml = createRequire(require.resolve('mjml'));
    fromMjml('./index.js');
    const { components } = fromMjml('mjml-core') as { components: Record<string, { endingTag?: boolean }> };
    const without = (names: readonly string[], others: readonly string[]) =>
      names.filter((name) => !others.includes(name)).toSorted();
    const ofMjml = Object.keys(components);
    expect(without(ofMjml, [...CONTAINER_ELEMENTS, ...REFUSED_ELEMENTS])).toEqual(TEXT_ELEMENTS.toSorted());
    expect(without([...CONTAINER_ELEMENTS, ...TEXT_ELEMENTS], ofMjml)).toEqual([
      'mj-all',
      'mj-class',
      'mjml',
    ]);
    expect(ofMjml.filter((name) => components[name]?.endingTag === true).toSorted()).toEqual(
      [...TEXT_ELEMENTS, 'mj-breakpoint'].toSorted(),
    );
  });
});
