import { useLoaderData } from '@remix-run/react';
import { SchoolListScreen } from '#app/components/high-schools/school-list-screen.tsx';
import { titled } from '#app/components/site/titled.ts';
import { HighSchoolListScreenSchema } from '#app/schemas/high-school-screens.ts';
import { screen } from '#app/server/web-route.server.ts';
import { loadSchoolList } from '#app/server/school-loaders.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('School Management');

export const loader = screen((call) => loadSchoolList(call, '/manage'), HighSchoolListScreenSchema);

/** The schools where the user is staff (specification, section 2, School Management). */
export default function ManageList() {
  const response = useLoaderData<typeof loader>();
  return <SchoolListScreen path="/manage" title="School Management" response={response} />;
}
