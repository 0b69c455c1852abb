import { useLoaderData, useSearchParams } from '@remix-run/react';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { schoolList } from '#app/components/high-schools/school-list-query.ts';
import { SchoolListScreen } from '#app/components/high-schools/school-list-screen.tsx';
import { titled } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { HighSchoolListScreenSchema } from '#app/schemas/high-school-screens.ts';
import { screen } from '#app/server/web-route.server.ts';
import { loadSchoolList } from '#app/server/school-loaders.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('High schools');

export const loader = screen((call) => loadSchoolList(call, '/highschools'), HighSchoolListScreenSchema);

/** The list of high schools (specification, section 2): all for administrators, their own for staff. */
export default function HighSchoolList() {
  const answer = useLoaderData<typeof loader>();
  const { mayCreate, mayDownload, total } = answer;
  const [search] = useSearchParams();
  const { filterOf } = schoolList('/highschools');
  const filter = filterOf(search).toString();
  const actions = (
    <>
      {mayDownload && total !== null && total > 0 ? (
        <DownloadCsvLink
          href={`/api/highschools/download${filter === '' ? '' : `?${filter}`}`}
          question={null}
          mark={null}
        >
          Download CSV
        </DownloadCsvLink>
      ) : null}
      {mayCreate ? (
        <>
          <ButtonLink to="/highschools/import">Import schools</ButtonLink>
          <ButtonLink to="/highschools/create" variant="primary">
            Add high school
          </ButtonLink>
        </>
      ) : null}
    </>
  );
  return (
    <SchoolListScreen
      path="/highschools"
      title="High schools"
      answer={answer}
      actions={mayCreate ? actions : null}
    />
  );
}
