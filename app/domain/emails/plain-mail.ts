import { lineNumbers } from '#app/lib/line-numbers.ts';
import { escapeHtml } from '#app/lib/merge-fields.ts';
import { PROBLEMS_MAX, type TemplateProblem } from './check-markup.ts';
import { addressesIn, linkFault } from './mail-addresses.ts';

/** What is wrong with the addresses of a mail that is written in plain text: they become links. */
export function plainTextProblems(text: string): TemplateProblem[] {
  const lineOf = lineNumbers(text);
  return addressesIn(text)
    .flatMap(({ at, address }) => {
      const fault = linkFault(address);
      return fault === null ? [] : [{ line: lineOf(at), message: `${address}: ${fault}` }];
    })
    .slice(0, PROBLEMS_MAX);
}

/** The HTML beside a mail that is written in plain text: paragraphs, lines and links, with its merge fields still to be filled. */
export function htmlOfPlainText(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph.split('\n').map(lineOf).join('<br>\n')}</p>`);
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:16px"><div style="max-width:600px;font:16px/1.5 Arial,sans-serif">',
    ...paragraphs,
    '</div></body></html>',
  ].join('\n');
}

/** A line as HTML: addresses become links, blanks in front stay. */
function lineOf(line: string): string {
  const html: string[] = [];
  let from = 0;
  for (const { at, address: written } of addressesIn(line)) {
    const address = escapeHtml(written);
    html.push(escapeHtml(line.slice(from, at)), `<a href="${address}">${address}</a>`);
    from = at + written.length;
  }
  html.push(escapeHtml(line.slice(from)));
  return html.join('').replace(/^ +/, (blanks) => '&#160;'.repeat(blanks.length));
}
