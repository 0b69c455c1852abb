import type { Request, RequestHandler } from 'express';
import { encode } from 'turbo-stream';
import { mapError } from '#app/server/error-responses.ts';
import { HttpError } from '#app/server/http-errors.ts';
import { isReadOnly } from './admission.server.ts';

const RETRY_SECONDS = 5;
const MESSAGE = 'The server is busy. Try again in a few seconds.';
const BUSY = mapError(new HttpError(503, MESSAGE, { 'Retry-After': String(RETRY_SECONDS) }), '');

/**
 * Returns the handler that responds when the server is busy. It costs little, because the server has too much to do:
 * scripts get an error that their page shows, calls the usual error body, and browsers a page without styles.
 * @param routeIds all screens' routes
 */
export function busyHandler(routeIds: readonly string[]): RequestHandler {
  const error = { error: ROUTE_ERROR };
  const ofLoaders = encoded(Object.fromEntries(routeIds.map((id) => [id, error])));
  const ofAction = encoded(error);
  return (request, response, next) => {
    response.status(BUSY.status).set({ 'Cache-Control': 'no-store', ...BUSY.headers });
    if (request.path.endsWith('.data')) {
      response.set('X-Remix-Response', 'yes').type('text/x-script; charset=utf-8');
      (isReadOnly(request) ? ofLoaders : ofAction).then((data) => response.send(data), next);
    } else if (isForPage(request)) response.type('text/html').send(pageFor(request));
    else response.json(BUSY.body);
  };
}

function isForPage({ headers }: Request): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** What was entered in a form isn't lost: the browser sends it again when the page is reloaded. */
function pageFor(request: Request): string {
  const next = isReadOnly(request)
    ? '<a href="">Reload page</a>'
    : 'Reload this page to resend what you entered.';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Temporarily unavailable</title>
<h1>Temporarily unavailable</h1>
<p>${MESSAGE}</p>
<p>${next}</p>
</html>
`;
}

/** A placeholder for the error response in the format that Remix's scripts read. */
const ROUTE_ERROR = {};

/** Returns loaders' or an action's results as Remix's scripts read them. */
async function encoded(results: object): Promise<string> {
  const asError = (value: unknown): ['ErrorResponse', ...unknown[]] | false =>
    value === ROUTE_ERROR ? ['ErrorResponse', BUSY.body, BUSY.status, BUSY.body.error] : false;
  return new Response(encode(results, { plugins: [asError] })).text();
}
