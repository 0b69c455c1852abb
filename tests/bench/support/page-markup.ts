import { createElement, type ReactNode } from 'react';
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

interface MarkupElement {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly Markup[];
}
/** An element, or a text. */
type Markup = MarkupElement | string;

export interface PageMarkup {
  readonly head: readonly Markup[];
  readonly body: readonly Markup[];
}

/** React's names of attributes that it doesn't pass on under their own. */
const PROPS: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  datetime: 'dateTime',
  autocomplete: 'autoComplete',
  checked: 'defaultChecked',
  viewbox: 'viewBox',
};
/** What React's scripts add to a page by themselves. */
const OF_SCRIPTS = (element: Element) =>
  element.tagName === 'script' ||
  element.attrs.some(({ name, value }) => name === 'rel' && value === 'modulepreload');

/** Parses a page that React rendered, without its scripts. */
export function parsedPage(html: string): PageMarkup {
  const [root] = parse(html).childNodes.filter(isElement);
  const part = (tag: string) =>
    root?.childNodes
      .filter(isElement)
      .find(({ tagName }) => tagName === tag)
      ?.childNodes.flatMap(markupOf) ?? [];
  return { head: part('head'), body: part('body') };
}

/** Creates React elements, as a page's components do for each request. */
export function elementsOf(markup: readonly Markup[]): ReactNode[] {
  return markup.map((node, index) =>
    typeof node === 'string'
      ? node
      : createElement(
          node.tag,
          { ...node.props, key: index },
          node.children.length === 0 ? undefined : elementsOf(node.children),
        ),
  );
}

/** Counts the elements of HTML. */
export function countElements(html: string): number {
  return html.match(/<[a-z]/g)?.length ?? 0;
}

function markupOf(node: Node): Markup[] {
  if ('value' in node) return [node.value];
  if (!isElement(node) || OF_SCRIPTS(node)) return [];
  const props = Object.fromEntries(
    node.attrs
      .filter(({ name }) => name !== 'selected')
      .map(({ name, value }) => [PROPS[name] ?? name, value]),
  );
  if (node.tagName !== 'style') {
    return [{ tag: node.tagName, props, children: node.childNodes.flatMap(markupOf) }];
  }
  // React would escape the text.
  const css = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return [{ tag: 'style', props: { ...props, dangerouslySetInnerHTML: { __html: css } }, children: [] }];
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}
