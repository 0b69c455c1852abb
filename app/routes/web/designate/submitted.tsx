import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import { useSite } from '#app/components/domain/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ExternalLink } from '#app/components/ui/external-link.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { counted } from '#app/lib/draft-words.ts';
import { SubmittedScreenSchema } from '#app/schemas/designate-screens.ts';
import { screen } from '#app/server/web-route.server.ts';
import { openStep } from './designate-place.server.ts';

export const meta: MetaFunction = () => [{ title: 'Submitted' }];

export const loader = screen(async (call) => {
  const { designation } = await openStep(call, 'submit');
  return {
    designationId: designation.id,
    schoolName: designation.highSchool.name,
    year: designation.academicYear.year,
    studentCount: designation.students.length,
  };
}, SubmittedScreenSchema);

/** The end: nothing of the designation stays in the browser (specification, section 2, Submitted). */
export default function Submitted() {
  const { designationId, schoolName, year, studentCount } = useLoaderData<typeof loader>();
  const { contactEmail, surveyUrl } = useSite();
  const { store } = useDraftStore();
  useEffect(() => store.clear(), [store]);
  return (
    <>
      <PageHeader title="Submitted" subtitle={`${schoolName}, ${year} academic year`} />
      <Stack>
        <Banner tone="success" title={`The designation of ${schoolName} has been submitted.`} live={false}>
          <p className="mb-0">
            {studentCount === 0
              ? 'It designates no students'
              : `It designates ${counted(studentCount, 'student')}`}{' '}
            and is now pending review. Until it is approved you can still correct it.
          </p>
        </Banner>
        <p>
          Questions about it? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
        <p>
          Please tell us how this went in a <ExternalLink href={surveyUrl}>short survey</ExternalLink>.
        </p>
        <Cluster>
          <ButtonLink to="/" variant="primary">
            Go to the dashboard
          </ButtonLink>
          <ButtonLink to={`/designations/${designationId}`}>View the designation</ButtonLink>
        </Cluster>
      </Stack>
    </>
  );
}
