import { data } from '@remix-run/node';
import { Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { schoolList } from '#app/components/high-schools/school-list-query.ts';
import { SchoolListScreen } from '#app/components/high-schools/school-list-screen.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { changeSchoolStatuses } from '#app/domain/high-schools/change-high-school.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { SchoolStatusesSchema } from '#app/schemas/high-school.ts';
import { SchoolStatusesFormSchema } from '#app/schemas/high-school-forms.ts';
import { HighSchoolListScreenSchema } from '#app/schemas/high-school-screens.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, screen } from '#app/server/web-route.server.ts';
import { loadSchoolList } from '#app/server/school-loaders.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('High schools');

export const loader = screen((call) => loadSchoolList(call, '/highschools'), HighSchoolListScreenSchema);

/** What activating or deactivating the selected schools did. */
interface StatusesResult {
  readonly status: ActivityStatus;
  /** In alphabetical order. */
  readonly changed: readonly { readonly id: string; readonly name: string }[];
  /** How many had the status already. */
  readonly already: number;
}

/** Activates or deactivates the selected schools, and returns which ones were changed. */
export const action = formAction(async ({ ctx, url }, form) => {
  authorize(ctx.actor, 'highSchool.activateMany');
  const submission = parseForm(form, { schema: SchoolStatusesFormSchema });
  if (submission.status !== 'success') throw new NotFound();
  const { selected, intent: status } = submission.value;
  const input = SchoolStatusesSchema.safeParse({ ids: selected, status });
  if (!input.success) {
    const flash = { tone: 'danger', text: SCHOOL_MESSAGES.noneSelected } as const;
    return redirectWithFlash(`${url.pathname}${url.search}`, [flash], ctx.settings, { isSamePage: true });
  }
  const changed = await changeSchoolStatuses(ctx, input.data);
  return data<StatusesResult>({ status, changed, already: selected.length - changed.length });
});

export const clientAction = formClientAction(() => 'Unable to change schools: ');

/** The list of high schools (specification, section 2): all for administrators, their own for staff. */
export default function HighSchoolList() {
  const response = useLoaderData<typeof loader>();
  const result = useReply<StatusesResult>();
  const { mayCreate, mayDownload, total } = response;
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
          excel="Download Excel"
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
      response={response}
      actions={mayCreate ? actions : null}
      outcome={result === undefined ? null : <StatusesOutcome result={result} />}
    />
  );
}

/** Which schools were activated or deactivated, focused, with links: the list's filter may hide them now. */
function StatusesOutcome({ result }: { result: StatusesResult }) {
  const { status, changed, already } = result;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [result]);
  return (
    <div ref={ref} tabIndex={-1} className="mb-4">
      <Banner tone={changed.length === 0 ? 'info' : 'success'}>
        {SCHOOL_MESSAGES.statusesChanged(changed.length, already, status)}
        {changed.length === 0 ? null : (
          <ul className="mb-0">
            {changed.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/highschools/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  );
}
