import { decodeHTMLAttribute } from 'entities';
import fc from 'fast-check';
import { Parser, type DefaultTreeAdapterMap, type Token } from 'parse5';
import { describe, expect, it } from 'vitest';
import { markupProblems } from '#app/domain/emails/check-markup.ts';
import { splitMarkup, fillMarkup } from '#app/domain/emails/fill-markup.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';

type TestedToken = readonly [kind: string, ...words: string[]];

/** The tokens of a browser's HTML parser. `scripting` determines how it reads `noscript`. */
class Browser extends Parser<DefaultTreeAdapterMap> {
  readonly #tokens = new Map<Token.TagToken, TestedToken>();

  /** Counts a tag once, even if the parser processes it again. */
  get tokens(): readonly TestedToken[] {
    return [...this.#tokens.values()];
  }

  override onStartTag(token: Token.TagToken): void {
    const attributes = token.attrs.map(({ name, value }) => `${name}=${value}`);
    this.#tokens.set(token, ['open', token.tagName, ...attributes]);
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#tokens.set(token, ['close', token.tagName]);
    super.onEndTag(token);
  }
}

function browserTokens(html: string, scriptingEnabled: boolean): readonly TestedToken[] {
  const browser = new Browser({ scriptingEnabled });
  browser.tokenizer.write(html, true);
  return browser.tokens;
}

/** The tokens of our reader. With scripts enabled, browsers ignore tags in `noscript`. */
function ownTokens(html: string, scriptingEnabled: boolean): readonly TestedToken[] {
  let isInNoscript = false;
  return [...markupTokens(html)].flatMap((token): TestedToken[] => {
    if (token.kind === 'close' && token.name === 'noscript') isInNoscript = false;
    if (isInNoscript && scriptingEnabled) return [];
    if (token.kind === 'close') return [['close', token.name]];
    if (token.kind !== 'open') return [];
    isInNoscript ||= token.name === 'noscript';
    const attributes = token.attributes.map(
      ({ name, value }) => `${name}=${decodeHTMLAttribute(value ?? '')}`,
    );
    return [['open', token.name, ...attributes]];
  });
}

/** Splits pieces of markup at bars. */
function pieces(written: string): string[] {
  return written.split('|');
}

const PIECES = [
  ...pieces(
    '<!--|-->|--!>|<!-->|<!--->|--|-|!|>|<|/|/>|<!|<!>|<?x>|</ x>|<!x>|<![CDATA[|]]>|<!doctype html>',
  ),
  ...pieces('<!--[if mso]>|<![endif]-->|<!--[if !mso]><!-->|<!--<![endif]-->|<![if !mso]>|<![endif]>'),
  ...pieces(`<b>|</b>|<b |<p|<p title="|<p title='|<p title=x| title="a"| alt='b'| title=|title="|"|'|=| `),
  ...pieces(
    '\n|\f|\t|\u00a0|\v|\0|\ufeff|ſ|K|`|<title>|</title>|</title |<title/>|<style>|</style>|</style x>',
  ),
  ...pieces(
    '<style/>|</STYLE\n>|<ſtyle>|<noscript>|</noscript>|<textarea>|</textarea>|<script>|</script>|<xmp>',
  ),
  ...pieces(
    '<plaintext>|<iframe>|<svg>|<math>|<select>|<template>|<img src="https://x.example/a.png">|words',
  ),
  ...pieces('&lt;|&#62;|&quot|&quot;|&amp|&copy=|&lpar;|<b\u00a0y="|<b/|<mj-text>|<a_b>|<1>|<{{|{{year}}|}}'),
  ...pieces('<table>|<td>|<head>|</head>|</body>'),
];

const PIECES_WITH_FIELDS = [
  ...pieces(
    '{{firstName}}|{{ lastName }}|{{appUrl}}|<a href="|<img src="|https://|HTTPS://|mailto:|//|x.example',
  ),
  ...pieces(`/|?|#|:|@|.|\\|">|"|'|<|</|>|<!--|-->|-|!|<b| |title="|alt=|=|&|&#|&sol|&#47;|;|<p>|<title>`),
  ...pieces('</title>|<!--[if mso]>|<![endif]-->'),
];

const VALUES = [
  ...pieces(`|x|-|--|!|>|<|"|'| |/|//evil.example/|.evil.example|@evil.example|:|;|47;evil.example|script`),
  ...pieces('b onclick=x|javascript:alert(1)|#|?|\\|\n|{{appUrl}}|-->|lt;'),
];

const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join(''));

describe('markup without errors', { timeout: 60_000 }, () => {
  it('has the same elements and attributes in a browser as in the check', () => {
    let good = 0;
    fc.assert(
      fc.property(markup, (html) => {
        if (markupProblems(html).length > 0) return;
        good += 1;
        for (const scripting of [false, true]) {
          expect(browserTokens(html, scripting)).toEqual(ownTokens(html, scripting));
        }
      }),
      { numRuns: 15_000 },
    );
    expect(good).toBeGreaterThan(700);
  });

  it('keeps its elements, attributes, and link hosts for any merge field values', () => {
    let good = 0;
    const made = fc.array(fc.constantFrom(...PIECES_WITH_FIELDS), { maxLength: 10 });
    fc.assert(
      fc.property(made, fc.constantFrom(...VALUES), fc.constantFrom(...VALUES), (parts, one, other) => {
        const html = parts.join('');
        if (!html.includes('{{') || markupProblems(html).length > 0) return;
        good += 1;
        const filled = (firstName: string, lastName: string) =>
          shapeOf(fillMarkup(splitMarkup(html), { firstName, lastName, appUrl: 'https://own.example' }));
        expect(filled(one, other)).toEqual(filled('a', 'b'));
      }),
      { numRuns: 15_000 },
    );
    expect(good).toBeGreaterThan(700);
  });
});

/** Tags with their attribute names, and the origins of their URLs. */
function shapeOf(html: string): readonly TestedToken[] {
  return browserTokens(html, false).map(([kind, name = '', ...attributes]) => [
    kind,
    name,
    ...attributes.map((attribute) => {
      const [, label = '', value = ''] = /^([^=]*)=([^]*)$/.exec(attribute) ?? [];
      return ['href', 'src'].includes(label) ? `${label}=${originOf(value)}` : label;
    }),
  ]);
}

function originOf(address: string): string {
  if (!URL.canParse(address, 'https://base.example')) return 'none';
  const { protocol, host, username } = new URL(address, 'https://base.example');
  return `${protocol}//${username}@${host}`;
}
