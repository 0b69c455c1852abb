import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Forbidden, SignInAgain, Unauthorized } from '#app/lib/domain-errors.ts';
import { signInAgainPath } from '#app/lib/urls/redirect-paths.ts';
import { authorize } from '#app/policy/authorize.ts';
import { isRecord } from '#app/lib/records.ts';
import { isCheckedBeforeParsing } from '#app/policy/rules.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/messages/access-token-messages.ts';
import type { ActorToken } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import { type EndpointResult, type AnyEndpoint, scopeOf } from './api-endpoint.ts';
import { PUBLIC_FORM } from './read-form.server.ts';
import { methodNotAllowed, optionsResponse } from './http-errors.ts';
import { parseBody, parseQuery } from './parse-input.server.ts';
import { type BodyLimits, readJson } from './read-body.server.ts';
import { contextOf } from './load-context.server.ts';
import { mapAndLogError } from './request-failures.server.ts';
import { assertNotCrossSite, assertSameOrigin, isSentByBrowser, isUnconfirmedLink } from './same-origin.ts';
import { NoQuerySchema } from '#app/schemas/listing.ts';
import type { ExpectedVersions } from '#app/lib/versions.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Endpoints = Partial<Record<Method, AnyEndpoint>>;
type Arguments = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * A route's `loader` and `action`, with its endpoints for contract tests: a separate export would be bundled for
 * browsers.
 */
export interface ApiHandler {
  (args: Arguments): Promise<Response>;
  readonly endpoints: Endpoints;
}

export interface ApiRoute {
  readonly loader: ApiHandler;
  readonly action: ApiHandler;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Builds a REST route. Checks method, origin, session, and general permission before parsing. Errors become the error
 * body (decisions, section 2). `channel` is recorded in events.
 */
export function apiRoute(endpoints: Endpoints, channel: Channel = 'REST'): ApiRoute {
  const serve = async (args: Arguments): Promise<Response> => {
    try {
      return await call(endpoints, args, channel);
    } catch (error) {
      return jsonErrorResponse(error, args);
    }
  };
  const handler = Object.assign(serve, { endpoints });
  return { loader: handler, action: handler };
}

/** Whether a browser opens the URL in a tab, as it does with the links of downloads. */
function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate';
}

/** Leads to the sign-in, and then back to the page with the link. */
function signInAgain({ request: { headers }, context }: Arguments): Response {
  const from = headers.get('Referer') ?? '';
  const isOwn = from.startsWith(`${context.application.settings.appUrl}/`);
  const { pathname, search } = new URL(isOwn ? from : context.application.settings.appUrl);
  return redirect(signInAgainPath(`${pathname}${search}`));
}

/** Converts any error to the JSON error body. Logs internal errors with their cause and the request's ID. */
export function jsonErrorResponse(error: unknown, args: Arguments): Response {
  if (error instanceof Response) return error;
  if (error instanceof SignInAgain && isNavigation(args.request)) return signInAgain(args);
  const { status, body, headers } = mapAndLogError(error, args);
  return Response.json(body, { status, headers: { ...NO_STORE, ...headers } });
}

async function call(
  endpoints: Endpoints,
  { request, params, context }: Arguments,
  channel: Channel,
): Promise<Response> {
  const allowed = allowedMethods(endpoints);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'OPTIONS') return optionsResponse(allowed);
  const endpoint = Object.hasOwn(endpoints, method) ? endpoints[method as Method] : undefined;
  if (endpoint === undefined) throw methodNotAllowed(request.method, allowed);

  assertSameOrigin(request, context.application.settings.appUrl);
  if (endpoint.confirmLink !== undefined) assertNotCrossSite(request, context.application.settings.appUrl);
  const acceptsToken = channel === 'REST' && endpoint.ability !== 'public';
  const sender = isSentByBrowser(request) ? 'BROWSER' : channel;
  const ctx = await contextOf(request, context, sender, { acceptsToken });
  authorizeCaller(endpoint, method, ctx);
  const { confirmLink } = endpoint;
  if (confirmLink !== undefined && ctx.actor.kind !== 'anonymous') {
    const { appUrl } = context.application.settings;
    const { pathname, search } = new URL(request.url);
    if (isUnconfirmedLink(request, appUrl))
      return context.questionPage({ ...confirmLink, href: `${pathname}${search}` });
  }

  const url = new URL(request.url);
  const parsed = {
    params: endpoint.params === undefined ? params : parseBody(endpoint.params, params),
    query: parseQuery(endpoint.query ?? NoQuerySchema, url.searchParams),
    body:
      endpoint.body === undefined
        ? undefined
        : parseBody(endpoint.body, await readJson(request, bodyLimitsOf(endpoint))),
  };
  const response = await endpoint.handle({
    ...(parsed as { params: never; query: never; body: never }),
    ctx,
    ifMatch: ifMatchVersions(request),
    request,
    clientAddress: context.clientAddress,
    restCalls: context.restCalls,
  });
  return response instanceof Response ? response : respond(endpoint, response, url, parsed.query);
}

/** Rejects callers without the general ability before parsing. The service checks a record's permission. */
function authorizeCaller(endpoint: AnyEndpoint, method: string, { actor }: Ctx): void {
  const { ability } = endpoint;
  if (ability === 'public') return;
  if (actor.kind !== 'user') throw new Unauthorized();
  if (actor.token !== undefined) assertInScope(actor.token, scopeOf(endpoint, method));
  if (ability !== 'signedIn' && isCheckedBeforeParsing(ability)) authorize(actor, ability);
}

function assertInScope({ scopes }: ActorToken, needed: TokenScope | null): void {
  if (needed === null) throw new Forbidden(ACCESS_TOKEN_MESSAGES.peopleOnly);
  if (!scopes.includes(needed)) throw new Forbidden(ACCESS_TOKEN_MESSAGES.scopeNeeded(needed));
}

/** Limits on a body's fields, including nested ones, well above what any call needs. */
const PUBLIC_BODY_KEYS_MAX = 100;
const BODY_KEYS_MAX = 5_000;
const STUDENTS_KEYS_MAX = 40_000;

function bodyLimitsOf({ ability, hasStudents }: AnyEndpoint): BodyLimits {
  if (ability === 'public') return { maxBytes: PUBLIC_FORM.maxBytes, maxKeys: PUBLIC_BODY_KEYS_MAX };
  return { maxBytes: MAX_BODY_BYTES, maxKeys: hasStudents === true ? STUDENTS_KEYS_MAX : BODY_KEYS_MAX };
}

function respond(
  endpoint: AnyEndpoint,
  response: EndpointResult<unknown> | void,
  url: URL,
  query: unknown,
): Response {
  const headers = new Headers(response?.headers);
  headers.set('Cache-Control', 'no-store');
  if (response?.version !== undefined) headers.set('ETag', etagOf(response.version));
  const paging = pagingHeaders(url, query as object, {
    total: response?.total ?? null,
    body: response?.body,
  });
  for (const [name, value] of Object.entries(paging)) headers.set(name, value);
  const status = response?.status ?? endpoint.status ?? 200;
  if (status === 204 || response === undefined) return new Response(null, { status: 204, headers });
  const body = endpoint.response === undefined ? response.body : endpoint.response.parse(response.body);
  return Response.json(body, { status, headers });
}

function allowedMethods(endpoints: Endpoints): string[] {
  const methods: string[] = Object.keys(endpoints);
  return [
    ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
    ...methods.filter((method) => method !== 'GET'),
    'OPTIONS',
  ];
}

interface PagingQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly after?: string | undefined;
}

/**
 * Returns X-Total-Count and Link of a paged list (decisions, section 2): first, prev, next, and last. After a cursor,
 * first and next.
 */
function pagingHeaders(
  url: URL,
  query: PagingQuery,
  { total, body }: { readonly total: number | null; readonly body: unknown },
): Record<string, string> {
  const { limit, after } = query;
  if (limit === undefined || total === null) return {};
  if (after !== undefined) {
    const nextId = idAfterPage(body, limit);
    const links = [
      link(url, { limit }, 'first'),
      ...(nextId === null ? [] : [link(url, { limit, after: nextId }, 'next')]),
    ];
    return { 'X-Total-Count': String(total), Link: links.join(', ') };
  }
  const offset = query.offset ?? 0;
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [link(url, { limit, offset: 0 }, 'first')];
  if (offset > 0) links.push(link(url, { limit, offset: Math.max(0, offset - limit) }, 'prev'));
  if (offset + limit < total) links.push(link(url, { limit, offset: offset + limit }, 'next'));
  links.push(link(url, { limit, offset: lastOffset }, 'last'));
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}

/** Returns the last entry's ID if the page is full; otherwise null. */
function idAfterPage(body: unknown, limit: number): string | null {
  if (!Array.isArray(body) || body.length < limit) return null;
  const last: unknown = body.at(-1);
  return isRecord(last) && typeof last['id'] === 'string' ? last['id'] : null;
}

function link(url: URL, page: PagingQuery, rel: string): string {
  const target = new URL(url);
  for (const name of ['limit', 'offset', 'after'] as const) {
    if (page[name] === undefined) target.searchParams.delete(name);
    else target.searchParams.set(name, String(page[name]));
  }
  return `<${target.pathname}${target.search}>; rel="${rel}"`;
}

/** Returns the strong ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/**
 * Returns the versions in If-Match (RFC 9110, 13.1.1); null without it or for `*`, empty for malformed or
 * foreign tags. Weak tags count, because a compressing proxy may have weakened them.
 */
export function ifMatchVersions(request: Request): ExpectedVersions {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  if (!TAGS.test(header)) return [];
  return [...header.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version));
}
