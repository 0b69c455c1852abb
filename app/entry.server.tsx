import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { PageContext } from '#app/components/ui/page-context.ts';
import type { LaurelBuild, StaticFolder } from '#app/server/http/served-app.server.ts';
import { openPageBody } from '#app/server/page-body.server.ts';
import { mapAndLogError } from '#app/server/request-failures.server.ts';
import { yieldToOtherRequests } from '#app/server/yield-to-other-requests.server.ts';
import css from '#app/styles/theme.scss?inline';

// The HTTP server uses the same module graph as the routes, so that there is one ORM and one settings reader.
export { getSettings } from '#app/config/env.server.ts';
export { openApplication } from '#app/server/application.server.ts';

/** Called by build/server/index.js, which remix-serve loads. */
export async function openUnderRemixServe(build: LaurelBuild): Promise<StaticFolder> {
  const { openUnderRemixServe: open } = await import('#app/server/http/remix-serve.server.ts');
  return open(build);
}

const RENDER_TIMEOUT_MS = 5_000;

/** Renders a page. Never cached, because nearly every page is personal. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, application, requestId }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  await yieldToOtherRequests();
  return new Promise((resolve, reject) => {
    let hasResponded = false;
    const { pipe, abort } = renderToPipeableStream(
      <PageContext.Provider value={{ nonce, css }}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_TIMEOUT_MS} />
      </PageContext.Provider>,
      {
        nonce,
        onShellReady() {
          hasResponded = true;
          const { destination, body } = openPageBody();
          resolve(new Response(body, { headers, status }));
          pipe(destination);
          destination.on('close', () => {
            clearTimeout(timer);
          });
        },
        onShellError: reject,
        onError(error) {
          if (hasResponded) application.log.error({ err: error, requestId }, 'rendering failed');
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** Adds headers to the data that the browser fetches on navigation. Never cached, like the page. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

/** Logs errors in rendering or in Remix that nothing else caught, except aborted requests, 404s, and 405s. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  mapAndLogError(error, { request, context });
}
