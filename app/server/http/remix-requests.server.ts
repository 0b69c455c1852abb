import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler as RemixHandler,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { Application } from '#app/server/application.server.ts';
import { mapError, markResendable } from '#app/server/error-responses.ts';
import { type HttpError, methodNotAllowed, optionsResponse, unknownPath } from '#app/server/http-errors.ts';
import { assertSameOrigin } from '#app/server/same-origin.ts';
import { createAdmission, kindOf, type RequestKind, setRefusedKind } from './admission.server.ts';
import { busyHandler } from './busy-response.server.ts';
import { identityOf, setRequestUser } from './request-identity.server.ts';
import { createRequestSlots, type RequestSlots } from './request-slots.server.ts';
import { pathnameOfScreen, routeMatcher } from './route-matching.server.ts';
import { webRequest } from './web-request.server.ts';
import { sendWebResponse } from './web-response.server.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import { restCallsOf } from '#app/server/openapi/rest-calls.ts';

interface SplitBuild {
  readonly screens: ServerBuild;
  readonly calls: ServerBuild;
}

const ROOT_PATH = '';
/** The pages of the API reference are screens below /api. */
const CALL_PATH = /^api(\/(?!docs(\/|$))|$)/;

/** Splits the build's routes, because Remix matches and copies all of them several times per request. */
export function splitBuild(build: ServerBuild): SplitBuild {
  return {
    screens: onlyRoutes(build, (path = '') => !CALL_PATH.test(path)),
    calls: onlyRoutes(build, (path) => path !== undefined && (path === ROOT_PATH || CALL_PATH.test(path))),
  };
}

/** Returns the build with only the wanted routes. A nested route is in the same half as its parent. */
function onlyRoutes(build: ServerBuild, isWanted: (path: string | undefined) => boolean): ServerBuild {
  const { routes, assets } = build;
  const isWantedRoute = (id: string): boolean => {
    const route = routes[id];
    return (
      route !== undefined &&
      isWanted(route.path) &&
      (route.parentId === undefined || isWantedRoute(route.parentId))
    );
  };
  const wanted = <Route>(all: Record<string, Route>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => isWantedRoute(id)));
  return { ...build, routes: wanted(routes), assets: { ...assets, routes: wanted(assets.routes) } };
}

/** The part of a call's path that says what it is about: 'designations' in '/api/designations/ID'. */
const AREA = /^\/?api\/([^/]+)/i;

/** Returns the handler of REST calls, which matches a path only with the routes of its own area. */
function callHandler(calls: ServerBuild, mode: string): RemixHandler {
  const areaOf = (path: string) => AREA.exec(path)?.[1]?.toLowerCase() ?? '';
  const paths = Object.values(calls.routes).flatMap(({ path = ROOT_PATH }) =>
    path === ROOT_PATH ? [] : [path],
  );
  const isShared = (path: string) => path === ROOT_PATH || !/^[a-z]/i.test(areaOf(path));
  const handlers = new Map<string, RemixHandler>();
  for (const area of new Set(paths.filter((path) => !isShared(path)).map(areaOf))) {
    const build = onlyRoutes(calls, (path = ROOT_PATH) => isShared(path) || areaOf(path) === area);
    handlers.set(area, createRequestHandler(build, mode));
  }
  const anyHandler = createRequestHandler(calls, mode);
  return (request, context) =>
    (handlers.get(areaOf(new URL(request.url).pathname)) ?? anyHandler)(request, context);
}

/** The build and the application from the same module graph. In development both change with the sources. */
export interface Served {
  readonly build: ServerBuild;
  readonly application: Application;
}

/** Created once per build. */
interface Site {
  readonly showScreen: RemixHandler;
  readonly serveCall: RemixHandler;
  readonly routeAt: (pathname: string) => RouteMethods | null;
  readonly respondBusy: RequestHandler;
  readonly restCalls: () => Promise<readonly RestCall[]>;
}

interface Found {
  readonly application: Application;
  readonly site: Site;
}

/** Path of the screen that shows an error, rendered instead of the rejected request. */
const REFUSED_PATH = '/refused';
/** Path of the screen that asks before following a link. */
const CONFIRM_PATH = '/confirm-link';

/** Remix matches no route for paths with line breaks, not even the catch-all route. */
const LINE_END = /[\n\r\u2028\u2029]/;

export interface RemixRequests {
  /** Passes requests to Remix, which serves screens and REST calls separately. */
  readonly respond: RequestHandler;
  /** Shows the error page for a request whose URL can't be passed to Remix. */
  readonly refuse: (error: HttpError, ...handled: Handled) => void;
}

type Handled = Parameters<RequestHandler>;

/** Creates the handlers of requests that Remix responds to. */
export function remixRequests(served: () => Promise<Served>): RemixRequests {
  const sites = new WeakMap<ServerBuild, Site>();
  const siteOf = (build: ServerBuild, mode: string): Site => {
    const known = sites.get(build);
    if (known !== undefined) return known;
    const { screens, calls } = splitBuild(build);
    const site = {
      showScreen: createRequestHandler(screens, mode),
      serveCall: callHandler(calls, mode),
      routeAt: routeMethodsOf(screens),
      respondBusy: busyHandler(Object.keys(screens.routes)),
      restCalls: once(() => restCallsOf(calls.routes)),
    };
    sites.set(build, site);
    return site;
  };
  let slots: RequestSlots | undefined;
  const admission = createAdmission();
  const find = async () => {
    const { build, application } = await served();
    const { mode } = application.settings;
    return { application, site: siteOf(build, mode === 'development' ? 'development' : 'production') };
  };
  const open = (request: ExpressRequest, response: ExpressResponse, { application, site }: Found) => {
    const { appUrl } = application.settings;
    const incoming = webRequest(request, response, appUrl, admission.awaitClientOf(response));
    const context: AppLoadContext = {
      application,
      ...identityOf(response),
      clientAddress: request.ip ?? '',
      isPageOfForm: incoming.method === 'POST' && isForPage(incoming),
      setRequestUser: (userId, tokenId) => setRequestUser(response, { userId, tokenId }),
      restCalls: site.restCalls,
      questionPage: (linkQuestion) =>
        site.showScreen(new Request(new URL(CONFIRM_PATH, appUrl)), { ...context, linkQuestion }),
      refusalPage: async (refusal) => {
        const page = await site.showScreen(new Request(new URL(REFUSED_PATH, appUrl)), {
          ...context,
          refusal,
        });
        for (const [name, value] of Object.entries(refusal.headers)) {
          page.headers.set(name, value);
        }
        return page;
      },
    };
    return { incoming, context };
  };
  /** Finds what serves the request; null after responding that the server is busy. */
  const admit = async (kind: RequestKind, ...[request, response, next]: Handled): Promise<Found | null> => {
    const found = await find();
    if (admission.enter(kind, response)) return found;
    setRefusedKind(response, kind);
    found.site.respondBusy(request, response, next);
    return null;
  };
  const serve = async (...[request, response, next]: Handled) => {
    const found = await admit(kindOf(request), request, response, next);
    if (found === null) return;
    const { application, site } = found;
    const { incoming, context } = open(request, response, found);
    slots ??= createRequestSlots(application.settings);
    const turn = slots.take(incoming, response, { isRest: isRest(incoming) });
    const refused = await renderRefusalIfBusy(incoming, site, context, turn);
    await application.respondInTime(async () => {
      const webResponse = refused ?? (await respond(incoming, site, context));
      if (isDownload(webResponse)) {
        slots?.free(response);
        admission.leave(response);
      }
      await sendWebResponse(webResponse, response, admission.awaitClientOf(response));
      admission.leave(response);
    });
  };
  const refuse = async (error: HttpError, ...[request, response, next]: Handled) => {
    const found = await admit('page', request, response, next);
    if (found === null) return;
    const { application } = found;
    const { context } = open(request, response, found);
    await application.respondInTime(async () => {
      const page = await context.refusalPage(mapError(error, context.requestId));
      await sendWebResponse(page, response);
    });
  };
  return {
    respond: (request, response, next) => {
      serve(request, response, next).catch(next);
    },
    refuse: (error, request, response, next) => {
      refuse(error, request, response, next).catch(next);
    },
  };
}

function isDownload({ headers }: Response): boolean {
  return headers.get('Content-Disposition')?.startsWith('attachment') === true;
}

/** Returns null once the request has a slot, or an error page if a screen's request waited too long. */
async function renderRefusalIfBusy(
  request: Request,
  site: Site,
  context: AppLoadContext,
  turn: Promise<void>,
) {
  try {
    await turn;
    return null;
  } catch (error) {
    const { pathname } = new URL(request.url);
    if (isRest(request) || site.routeAt(pathname)?.kind !== 'screen') throw error;
    return context.refusalPage(markResendable(mapError(error, context.requestId), context));
  }
}

/** Responds to a request. REST calls check method and origin themselves; screens all allow the same ones. */
async function respond(
  request: Request,
  { showScreen, serveCall, routeAt }: Site,
  context: AppLoadContext,
): Promise<Response> {
  if (isRest(request)) {
    const path = decodedPath(request);
    if (/\.data\/?$/i.test(path) || LINE_END.test(path)) throw unknownPath();
    return serveCall(request, context);
  }
  assertSameOrigin(request, context.application.settings.appUrl);
  const { pathname } = new URL(request.url);
  const isData = pathname.endsWith('.data');
  const matched = routeAt(pathnameOfScreen(pathname));
  // Remix would also serve calls as data for its navigations, but each call has only one URL.
  if (matched?.kind === 'call' && isData) throw unknownPath();
  if (matched?.kind === 'screen') {
    if (request.method === 'OPTIONS') return optionsResponse(matched.methods);
    if (!matched.methods.includes(request.method)) {
      return context.refusalPage(
        mapError(methodNotAllowed(request.method, matched.methods), context.requestId),
      );
    }
  }
  return showScreen(request, context);
}

function isForPage(request: Request): boolean {
  return request.headers.get('Accept')?.includes('text/html') === true;
}

function isRest(request: Request): boolean {
  return /^\/api(\/(?!docs(\.data|\/|$))|$)/i.test(decodedPath(request));
}

function decodedPath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns a function that computes its result on the first call and keeps it. */
function once<Result>(compute: () => Result): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= Promise.resolve().then(compute));
}

/** The route at a path: a screen with its methods, or a call, which handles methods itself. */
type RouteMethods =
  { readonly kind: 'screen'; readonly methods: readonly string[] } | { readonly kind: 'call' };

function routeMethodsOf(build: ServerBuild): (pathname: string) => RouteMethods | null {
  const matchRoute = routeMatcher(build);
  return (pathname) => {
    const id = matchRoute(pathname)?.id;
    const module = id === undefined ? undefined : build.routes[id]?.module;
    if (module === undefined) return null;
    if (module.default === undefined) return { kind: 'call' };
    return {
      kind: 'screen',
      methods: ['GET', 'HEAD', ...(module.action === undefined ? [] : ['POST']), 'OPTIONS'],
    };
  };
}
