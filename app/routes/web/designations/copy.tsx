import { useLoaderData } from '@remix-run/react';
import { PdfLink } from '#app/components/designations/copy-links.tsx';
import { DesignationCopyPanels } from '#app/components/designations/designation-copy.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';
import { getCopy } from '#app/domain/designations/get-copy.server.ts';
import { copyTitle } from '#app/messages/copy-labels.ts';
import { CopyScreenSchema } from '#app/schemas/designation-copy.ts';
import { screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Printable copy');

export const loader = screen(
  async ({ ctx, params }) => ({ copy: await getCopy(ctx, screenId(params), 'designation.copy') }),
  CopyScreenSchema,
);

/** A complete copy of what was submitted, for the school's file. */
export default function CopyPage() {
  const { copy } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        back={{ to: `/designations/${copy.id}`, label: 'Designation' }}
        title={copyTitle(copy.schoolName)}
        subtitle={`${copy.year} academic year`}
        actions={
          <>
            <PdfLink id={copy.id} />
            <PrintButton size="md" />
          </>
        }
      />
      <Stack>
        <DesignationCopyPanels copy={copy} />
      </Stack>
    </>
  );
}
