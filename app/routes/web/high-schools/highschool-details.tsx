import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { useReply } from '#app/components/site/form-client-action.ts';
import { SchoolDetailsScreen } from '#app/components/high-schools/school-details-screen.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import { HighSchoolDetailsScreenSchema } from '#app/schemas/high-school-screens.ts';
import { formAction, type FormReply, screen } from '#app/server/web-route.server.ts';
import { schoolAction } from '#app/server/school-action.server.ts';
import { loadSchoolDetails } from '#app/server/school-loaders.server.ts';

export { schoolClientAction as clientAction } from '#app/components/high-schools/school-details-screen.tsx';
export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? response.school.name : 'High school', matches);

export const loader = screen(loadSchoolDetails, HighSchoolDetailsScreenSchema);

export const action = formAction((call, form) => schoolAction(call, form, '/highschools'));

/** A school's page in the list of high schools (specification, section 2). */
export default function HighSchoolDetails() {
  const response = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  // The key resets the form's state when another school is shown.
  return (
    <SchoolDetailsScreen key={response.school.id} response={response} reply={reply} path="/highschools" />
  );
}
