import { useLoaderData } from '@remix-run/react';
import { CopyLinks } from '#app/components/designations/copy-links.tsx';
import { SubmissionReceipt } from '#app/components/designations/submission-receipt.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { getReceipt } from '#app/domain/designations/get-receipt.server.ts';
import { ReceiptScreenSchema } from '#app/schemas/designation-screens.ts';
import { screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Receipt');

export const loader = screen(
  async ({ ctx, params }) => ({ receipt: await getReceipt(ctx, screenId(params)) }),
  ReceiptScreenSchema,
);

/** The receipt of a submission, for printing at any time. */
export default function ReceiptPage() {
  const { receipt } = useLoaderData<typeof loader>();
  const { id, highSchool, academicYear } = receipt;
  return (
    <>
      <PageHeader
        back={{ to: `/designations/${id}`, label: 'Designation' }}
        title={`Designation for ${highSchool.name}`}
        subtitle={`${academicYear.year} academic year`}
      />
      <Stack>
        <CopyLinks id={id} />
        <SubmissionReceipt receipt={receipt} />
      </Stack>
    </>
  );
}
