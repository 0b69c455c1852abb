import { titled } from '#app/components/site/titled.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { NothingSchema } from '#app/schemas/screen-responses.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Page not found');

/** Any unknown path: 'Page not found' (specification, section 2). Visitors are redirected to the login page. */
export const loader = screen(() => Promise.reject(new NotFound()), NothingSchema);

export default function PageNotFound() {
  return null;
}
