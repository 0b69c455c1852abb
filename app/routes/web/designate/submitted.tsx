import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { useDraftServices } from '#app/components/designate/draft/draft-context.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { StepBar } from '#app/components/designate/step-frame.tsx';
import { CopyLinks } from '#app/components/designations/copy-links.tsx';
import { SubmissionReceipt } from '#app/components/designations/submission-receipt.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { stepTitle } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ExternalLink } from '#app/components/ui/external-link.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { getReceipt } from '#app/domain/designations/get-receipt.server.ts';
import { ReceiptScreenSchema } from '#app/schemas/designation-screens.ts';
import { screen } from '#app/server/web-route.server.ts';
import { openStep } from './designate-target.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: step, matches }) =>
  stepTitle('Submitted', step?.receipt.highSchool, matches);

export const loader = screen(async (call) => {
  const { designation } = await openStep(call, 'submit');
  return { receipt: await getReceipt(call.ctx, designation.id) };
}, ReceiptScreenSchema);

/** The last step. Deletes the designation's draft from the browser (specification, section 2, Submitted). */
export default function Submitted() {
  const { receipt } = useLoaderData<typeof loader>();
  const { surveyUrl } = useSite();
  const { store } = useDraftServices();
  useEffect(() => store.clear(), [store]);
  const { highSchool, academicYear, students } = receipt;
  return (
    <>
      <PageHeader title="Submitted" subtitle={`${highSchool.name}, ${academicYear.year} academic year`} />
      <Stack>
        <Banner
          tone="success"
          title={`The ${academicYear.year} designation for ${highSchool.name} has been submitted.`}
          live={false}
        >
          <p className="mb-0">
            {students.length === 0 ? 'It has no students' : `It has ${counted(students.length, 'student')}`}{' '}
            and is now pending review. You can still make corrections while it&apos;s pending. Reference:{' '}
            <strong className="text-nowrap">{receipt.reference}</strong>.
          </p>
        </Banner>
        <p className="screen-only">
          How did it go? Take our <ExternalLink href={surveyUrl}>short survey</ExternalLink>.
        </p>
        <CopyLinks id={receipt.id} />
        <SubmissionReceipt receipt={receipt} />
        <StepBar>
          <ButtonLink to={`/designations/${receipt.id}`}>View designation</ButtonLink>
          <ButtonLink to="/" variant="primary">
            Go to the dashboard
          </ButtonLink>
        </StepBar>
      </Stack>
    </>
  );
}
