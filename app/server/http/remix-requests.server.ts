import { createRequestHandler, type RequestHandler as RemixHandler, type ServerBuild } from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import type { Application } from '#app/server/application.server.ts';
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
      if (!isCall(request)) assertSameOrigin(asked, appUrl);
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
function isCall(request: ExpressRequest): boolean {
  return /^\/api(\/|$)/i.test(request.path);
}
