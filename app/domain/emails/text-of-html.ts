import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { MarkupToken } from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';

type Open = MarkupToken & { kind: 'open' };

/** Elements whose content nobody reads. */
const SILENT = ['head', 'style', 'title'];
const BLOCK =
  /^(?:address|article|blockquote|body|center|dd|div|dl|dt|figure|footer|header|main|nav|ol|section|table|tr|ul)$/;
const PARAGRAPH = /^(?:p|h[1-6]|hr)$/;
const VOID = ['br', 'hr', 'img', 'input', 'meta', 'wbr', 'col'];

/**
 * The text beside an email's HTML, for those who read mail as text: lines and paragraphs, `- ` before the items of lists, addresses of
 * links behind their words, pictures by their alternative words. What is hidden, like the preview line, is left out.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let hiddenUntil: { name: string; depth: number } | null = null;
  const links: OpenLink[] = [];
  for (const token of markupTokens(html)) {
    if (hiddenUntil !== null) {
      hiddenUntil = stillHidden(hiddenUntil, token);
    } else if (token.kind === 'text') {
      parts.push(decodeHTML(html.slice(token.at, token.end)).replace(/[^\S\u00a0]+/g, ' '));
    } else if (token.kind === 'open') {
      if (token.name === 'a') links.push({ address: attributeOf(token, 'href').trim(), from: parts.length });
      if (isHidden(token)) hiddenUntil = { name: token.name, depth: 1 };
      else parts.push(textOfTag(token));
    } else if (token.kind === 'close') {
      const link = token.name === 'a' ? links.pop() : undefined;
      parts.push(
        link === undefined ? breakOf(token.name) : linkBehind(parts.slice(link.from).join(''), link),
      );
    }
  }
  return tidied(parts.join(''));
}

interface OpenLink {
  readonly address: string;
  /** The first part of its words. */
  readonly from: number;
}

function isHidden({ name, attributes, isClosed }: Open): boolean {
  if (isClosed || VOID.includes(name)) return false;
  const style = attributes.find((attribute) => attribute.name === 'style')?.value ?? '';
  return SILENT.includes(name) || /display\s*:\s*none/i.test(style);
}

function stillHidden(hidden: { name: string; depth: number }, token: MarkupToken) {
  if (token.kind === 'open' && token.name === hidden.name && !token.isClosed) {
    return { ...hidden, depth: hidden.depth + 1 };
  }
  if (token.kind !== 'close' || token.name !== hidden.name) return hidden;
  return hidden.depth === 1 ? null : { ...hidden, depth: hidden.depth - 1 };
}

function textOfTag(tag: Open): string {
  if (tag.name === 'img') return attributeOf(tag, 'alt');
  if (tag.name === 'br') return '\n';
  if (tag.name === 'li') return '\n- ';
  if (tag.name === 'td' || tag.name === 'th') return ' ';
  return breakOf(tag.name);
}

function attributeOf({ attributes }: Open, wanted: string): string {
  return decodeHTMLAttribute(attributes.find(({ name }) => name === wanted)?.value ?? '');
}

function breakOf(name: string): string {
  if (PARAGRAPH.test(name)) return '\n\n';
  return BLOCK.test(name) ? '\n' : '';
}

/** The address of a link, unless its words are the address, or it leads nowhere. */
function linkBehind(text: string, { address }: OpenLink): string {
  const target = address.replace(/^mailto:/i, '');
  return target === '' || target.startsWith('#') || text.trimEnd().endsWith(target) ? '' : ` (${target})`;
}

function tidied(text: string): string {
  return text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
