import type { ServerBuild } from '@remix-run/node';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import handleRequest from '#app/entry.server.tsx';
import type { Rest } from '#tests/support/rest-client.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;
type Label = string | RegExp;

/** A tab of a browser without scripts. It shows the real screens, rendered in this process, and sends their forms. */
export interface ScriptlessPage {
  /** Opens a path, follows redirects, and returns the status. */
  goto(path: string): Promise<number>;
  /** Path and query of the page that is shown. */
  readonly path: string;
  /** The page's HTML. */
  readonly html: string;
  /** The text of the main part, or of the elements with this tag, class ('.name'), or role ('[alert]'). */
  text(): string;
  texts(selector: string): string[];
  /** The values of the fields with this name; of radio buttons and checkboxes, of those that are checked. */
  values(name: string): string[];
  /** The first of these values. */
  value(name: string): string | undefined;
  /** Types into the fields with these names, in every form. Checks radio buttons by value, checkboxes by true or false. */
  fill(fields: Readonly<Record<string, string | boolean>>): void;
  /** Checks or unchecks the checkboxes with this name and value. */
  check(name: string, value: string, isChecked: boolean): void;
  attach(name: string, file: File): void;
  /** Presses the last button with this label that submits, follows redirects, and returns the last response's status. */
  press(label: Label): Promise<number>;
  /** The addresses of the links with this text, in order. */
  links(text: Label): string[];
}

/** Returns the screens as rendered pages, for `useRest`. */
export async function renderedBuild(onError: (error: unknown) => void): Promise<ServerBuild> {
  const build = await screenBuild(onError);
  const routes = Object.values(build.routes).map(({ id, parentId, path, index, module }) => {
    const has = (name: string) => name in module;
    return {
      ...{ id, parentId, path, index, module: '', hasAction: has('action'), hasLoader: has('loader') },
      ...{ hasClientAction: false, hasClientLoader: false, hasErrorBoundary: has('ErrorBoundary') },
    };
  });
  const assets = { ...build.assets, routes: Object.fromEntries(routes.map((route) => [route.id, route])) };
  return { ...build, assets, entry: { module: { ...build.entry.module, default: handleRequest } } };
}

/** Opens a tab without scripts for a user with a new session. */
export async function scriptlessPage(rest: Rest, user: { readonly id: string }): Promise<ScriptlessPage> {
  const cookies = new Map<string, string>();
  const { orm, settings } = rest;
  storeCookie(cookies, await sessionCookie({ orm, settings, now: rest.clock.now }, user.id));
  const files = new Map<string, File>();
  let [shown, html] = ['', ''];
  let root: Element | null = null;

  async function request(path: string, body?: FormData): Promise<number> {
    const url = new URL(path, new URL(shown, 'http://localhost:3000'));
    const headers = {
      Accept: 'text/html',
      Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '),
    };
    const method = body === undefined ? {} : { method: 'POST', body };
    const response = await rest.fetch(new Request(url, { headers, ...method }));
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookies, cookie);
    const location = response.headers.get('Location');
    if (location !== null) return request(location);
    shown = `${url.pathname}${url.search}`;
    html = await response.text();
    files.clear();
    root = parse(html, { scriptingEnabled: false }).childNodes.find(isElement) ?? null;
    return response.status;
  }
  const all = (selector: string) => elements(root).filter((element) => matches(element, selector));
  const fields = () => elements(root).filter(({ tagName }) => /^(?:input|select|textarea)$/.test(tagName));
  const named = (name: string) => {
    const found = fields().filter((field) => attribute(field, 'name') === name);
    if (found.length === 0) throw new Error(`No field is named ${name}.`);
    return found;
  };
  return {
    goto: (path) => request(path),
    get path() {
      return shown;
    },
    get html() {
      return html;
    },
    text: () => all('main').map(textOf).join('\n'),
    texts: (selector) => all(selector).map(textOf),
    values: (name) => named(name).flatMap(valuesOf),
    value: (name) => named(name).flatMap(valuesOf)[0],
    fill: (values) => {
      for (const [name, value] of Object.entries(values)) {
        const found = named(name);
        for (const field of found) setValue(field, value);
        if (typeof value === 'string' && !found.flatMap(valuesOf).includes(value)) {
          throw new Error(`${name} doesn't offer ${value}.`);
        }
      }
    },
    check: (name, value, isChecked) => {
      const found = named(name).filter((field) => attribute(field, 'value') === value);
      if (found.length === 0) throw new Error(`No ${name} has the value ${value}.`);
      for (const field of found) toggle(field, 'checked', isChecked);
    },
    attach: (name, file) => files.set(name, file),
    press: async (label) => {
      const button = all('button').findLast((one) => hasLabel(one, label) && isSubmit(one));
      const form = button === undefined ? undefined : formOf(button, root);
      if (button === undefined || form === undefined)
        throw new Error(`No button of a form is labeled ${String(label)}.`);
      const body = new FormData();
      for (const field of fields().filter((one) => formOf(one, root) === form)) {
        const name = attribute(field, 'name') ?? '';
        if (name === '' || attribute(field, 'disabled') !== undefined) continue;
        const file = files.get(name);
        if (file !== undefined) body.append(name, file);
        else for (const value of valuesOf(field)) body.append(name, value);
      }
      const pressed = attribute(button, 'name');
      if (pressed !== undefined) body.append(pressed, attribute(button, 'value') ?? '');
      const action = attribute(button, 'formaction') ?? attribute(form, 'action') ?? shown;
      return isPosting(button, form) ? request(action, body) : request(withQuery(action, body));
    },
    links: (text) =>
      all('a')
        .filter((one) => hasLabel(one, text))
        .map((one) => attribute(one, 'href') ?? ''),
  };
}

/** Stores a cookie. The application deletes one by sending an empty value. */
function storeCookie(cookies: Map<string, string>, header: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}

function isSubmit(button: Element): boolean {
  return (attribute(button, 'type') ?? 'submit') === 'submit' && attribute(button, 'disabled') === undefined;
}

/** Whether the form is sent with POST if this button is pressed. */
function isPosting(button: Element, form: Element): boolean {
  const method = attribute(button, 'formmethod') ?? attribute(form, 'method') ?? 'get';
  return method.toLowerCase() === 'post';
}

/** Returns the address that a form with GET leads to. Its fields replace the query. */
function withQuery(path: string, fields: FormData): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') query.append(name, value);
  return `${path.split('?')[0]}?${query.toString()}`;
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

/** The element and all elements in it, in order. */
function elements(root: Element | null): Element[] {
  if (root === null) return [];
  return [root, ...root.childNodes.filter(isElement).flatMap(elements)];
}

function matches(element: Element, selector: string): boolean {
  if (selector.startsWith('.')) {
    return attribute(element, 'class')?.split(' ').includes(selector.slice(1)) === true;
  }
  if (selector.startsWith('[')) return attribute(element, 'role') === selector.slice(1, -1);
  return element.tagName === selector;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function toggle(element: Element, name: string, isSet: boolean, value = ''): void {
  element.attrs = element.attrs.filter((one) => one.name !== name);
  if (isSet) element.attrs.push({ name, value });
}

/** Stands for the beginning or end of an element, which is a space unless punctuation follows. */
const EDGE = '\u0001';

function textOf(element: Element): string {
  return rawTextOf(element)
    .replaceAll(/\u0001+(?=[.,;:)])/g, '')
    .replaceAll(/[\s\u0001]+/g, ' ')
    .trim();
}

function rawTextOf(element: Element): string {
  return element.childNodes
    .map((node) => {
      if (!isElement(node)) return 'value' in node ? node.value : '';
      return /^(?:script|style|wbr)$/.test(node.tagName) ? '' : `${EDGE}${rawTextOf(node)}${EDGE}`;
    })
    .join('');
}

function hasLabel(element: Element, label: Label): boolean {
  const text = attribute(element, 'aria-label') ?? textOf(element);
  return typeof label === 'string' ? text === label : label.test(text);
}

/** The form that sends the element: the one it names or is in. */
function formOf(element: Element, root: Element | null): Element | undefined {
  const id = attribute(element, 'form');
  if (id !== undefined) {
    return elements(root).find((one) => one.tagName === 'form' && attribute(one, 'id') === id);
  }
  return formAround(element);
}

function formAround({ parentNode }: Element): Element | undefined {
  if (parentNode === null || !isElement(parentNode)) return undefined;
  return parentNode.tagName === 'form' ? parentNode : formAround(parentNode);
}

/** What a form sends of a field. */
function valuesOf(field: Element): string[] {
  if (field.tagName === 'textarea') return [rawTextOf(field)];
  if (field.tagName === 'select') {
    const options = elements(field).filter(({ tagName }) => tagName === 'option');
    const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
    return chosen === undefined ? [] : [attribute(chosen, 'value') ?? textOf(chosen)];
  }
  const type = attribute(field, 'type') ?? 'text';
  if (/^(?:radio|checkbox)$/.test(type)) {
    return attribute(field, 'checked') === undefined ? [] : [attribute(field, 'value') ?? 'on'];
  }
  return /^(?:file|submit|button)$/.test(type) ? [] : [attribute(field, 'value') ?? ''];
}

function setValue(field: Element, value: string | boolean): void {
  const type = attribute(field, 'type');
  if (typeof value === 'boolean') toggle(field, 'checked', value);
  else if (type === 'radio') toggle(field, 'checked', attribute(field, 'value') === value);
  else if (field.tagName === 'textarea') {
    field.childNodes = [{ nodeName: '#text', value, parentNode: field }];
  } else if (field.tagName === 'select') {
    for (const option of elements(field)) toggle(option, 'selected', attribute(option, 'value') === value);
  } else toggle(field, 'value', true, value);
}
