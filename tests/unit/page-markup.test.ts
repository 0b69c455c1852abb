import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { countElements, elementsOf, parsedPage } from '#tests/bench/support/page-markup.ts';

const BODY =
  '<div class="a" id="b"><label for="c">Name</label><input id="c" maxLength="9" checked=""/>' +
  '<svg viewBox="0 0 16 16" aria-hidden="true"><use href="#d"></use></svg>' +
  '<time dateTime="2026-11-27">Nov 27</time><button type="button" popovertarget="e">Go</button></div>';

it('a parsed page renders the same elements again, without its scripts', () => {
  const { head, body } = parsedPage(
    `<!DOCTYPE html><html><head><title>T</title></head><body>${BODY}<link rel="modulepreload" href="/a.js"/><script>1</script></body></html>`,
  );
  const rendered = renderToStaticMarkup(createElement('div', null, ...elementsOf(body)));
  expect(countElements(rendered)).toBe(countElements(BODY) + 1);
  for (const part of ['class="a" id="b"', 'for="c"', 'viewBox="0 0 16 16"', 'dateTime="2026-11-27"']) {
    expect(rendered).toContain(part);
  }
  expect(renderToStaticMarkup(createElement('head', null, ...elementsOf(head)))).toBe(
    '<head><title>T</title></head>',
  );
});
