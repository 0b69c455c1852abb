import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { WITHOUT_SCRIPTS } from '#app/components/site/without-scripts.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { mapError } from '#app/server/error-responses.ts';

export const handle = WITHOUT_SCRIPTS;

/** Loads the error page for responses without a screen of their own. The HTTP server provides the error. */
export function loader({ context: { refusal, requestId } }: LoaderFunctionArgs) {
  const { body, status } = refusal ?? mapError(new NotFound(), requestId);
  throw data(body, { status });
}

export default function Refused() {
  return null;
}
