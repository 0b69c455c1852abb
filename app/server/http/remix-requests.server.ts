import { createRequestHandler, type RequestHandler as RemixHandler, type ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { Application } from '#app/server/application.server.ts';
import { unknownPath } from '#app/server/http-errors.ts';
import { assertSameOrigin } from '#app/server/same-origin.ts';
import { identityOf } from './request-identity.server.ts';
import { webRequest } from './web-request.server.ts';
import { sendWebResponse } from './web-response.server.ts';

/** The application as built, and the one opened from the same module graph. In development both change with the sources. */
export interface Served {
  readonly build: ServerBuild;
  readonly application: Application;
}

/** Hands requests to Remix: every screen and every REST call. */
export function remixRequests(served: () => Promise<Served>): RequestHandler {
  const handlers = new WeakMap<ServerBuild, RemixHandler>();
  const handlerOf = (build: ServerBuild, mode: string) => {
    const handler = handlers.get(build) ?? createRequestHandler(build, mode);
    handlers.set(build, handler);
    return handler;
  };
  return (request, response, next) => {
    const serve = async () => {
      const { build, application } = await served();
      const { appUrl, mode } = application.settings;
      const asked = webRequest(request, response, appUrl);
      if (!isCall(asked)) assertSameOrigin(asked, appUrl);
      else if (isDataOfCall(asked)) throw unknownPath();
      const handle = handlerOf(build, mode === 'development' ? 'development' : 'production');
      const answer = await handle(asked, {
        application,
        ...identityOf(response),
        clientAddress: request.ip ?? '',
      });
      await sendWebResponse(answer, response);
    };
    serve().catch(next);
  };
}

/** REST calls check their origin themselves, after the method. */
function isCall(request: Request): boolean {
  return /^\/api(\/|$)/i.test(decodedPath(request));
}

/** Remix would serve every route also as data for its navigations; a call has one address and one way of being answered. */
function isDataOfCall(request: Request): boolean {
  return /\.data\/?$/i.test(decodedPath(request));
}

function decodedPath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
