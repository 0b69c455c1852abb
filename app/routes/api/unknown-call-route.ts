import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { jsonErrorResponse } from '#app/server/api-route.server.ts';
import { unknownPath } from '#app/server/http-errors.ts';

/** Responds to unknown paths under /api with the same JSON 404 for every method. */
export function loader(args: LoaderFunctionArgs) {
  return jsonErrorResponse(unknownPath(), args);
}

export function action(args: ActionFunctionArgs) {
  return jsonErrorResponse(unknownPath(), args);
}
