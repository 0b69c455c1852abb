import { compile, type FormatCallback } from 'html-to-text';

const alternativeText: FormatCallback = (image, _walk, builder) => {
  const attributes: unknown = image.attribs;
  if (isAttributes(attributes)) builder.addInline(attributes['alt'] ?? '');
};

function isAttributes(attributes: unknown): attributes is Readonly<Record<string, string>> {
  return typeof attributes === 'object' && attributes !== null;
}

const cell: FormatCallback = (element, walk, builder) => {
  builder.addInline(' ');
  walk(element.children, builder);
};

const CLOSE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const HIDDEN = ['head', 'style', 'title', '[style*="display:none"]', '[style*="display: none"]'];

const convert = compile({
  wordwrap: false,
  formatters: { alternativeText, cell },
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: ['(', ')'], noAnchorUrl: true, hideLinkHrefIfSameAsText: true },
    },
    { selector: 'img', format: 'alternativeText' },
    { selector: 'ul', options: { ...CLOSE, itemPrefix: '- ' } },
    { selector: 'ol', options: CLOSE },
    { selector: 'div', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'hr', format: 'skip' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
    ...HIDDEN.map((selector) => ({ selector, format: 'skip' })),
  ],
});

/** Returns the plain text version of an email: links with their URLs, images as their alternative text. */
export function textOfHtml(html: string): string {
  return convert(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
