import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ExportProfileForm } from '#app/components/designations/export-profile-form.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { titled } from '#app/components/site/titled.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import {
  createExportProfile,
  EXPORT_COLUMNS,
  listExportProfiles,
} from '#app/domain/exports/export-profiles.server.ts';
import { EXPORT_PROFILE_MESSAGES } from '#app/messages/export-profile-messages.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { counted } from '#app/lib/text/counted.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type ExportColumn,
  ExportProfileListScreenSchema,
  NewProfileFormSchema,
} from '#app/schemas/export-screens.ts';
import type { ExportProfile } from '#app/schemas/export.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Export profiles');

export const loader = screen(async ({ ctx, request }) => {
  authorize(ctx.actor, 'designation.download');
  const { items } = await listExportProfiles(ctx);
  const { messages, headers } = await readFlash(request, ctx.settings);
  return data({ profiles: [...items], columns: [...EXPORT_COLUMNS], flash: messages }, { headers });
}, ExportProfileListScreenSchema);

export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'designation.download');
  return submitForm(
    form,
    NewProfileFormSchema,
    async ({ intent: _intent, ...input }) => {
      await createExportProfile(ctx, input);
      const text = EXPORT_PROFILE_MESSAGES.created;
      return redirectWithFlash('/designations/profiles', [{ tone: 'success', text }], ctx.settings, {
        isSamePage: true,
      });
    },
    SAVE_REFUSED,
  );
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** Choices of columns for exports of designations, for administrators. */
export default function ExportProfiles() {
  const { profiles, columns, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  return (
    <>
      <PageHeader
        back={{ to: '/designations', label: 'Designations' }}
        title="Export profiles"
        subtitle={<span role="status">{counted(profiles.length, 'export profile')}</span>}
      />
      <FlashRegion messages={flash} />
      <Stack>
        <Panel flush>
          <DataTable
            caption="Export profiles"
            columns={tableColumns(columns)}
            rows={profiles}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title="No export profiles yet">
                Downloads include all columns. To choose columns and their order, create a profile below.
              </EmptyState>
            }
          />
        </Panel>
        <ExportProfileForm key={profiles.length} profile={null} columns={columns} reply={reply}>
          <input type="hidden" name="intent" value="create" />
          <SubmitButton pendingLabel="Creating…">Create export profile</SubmitButton>
        </ExportProfileForm>
      </Stack>
    </>
  );
}

function tableColumns(columns: readonly ExportColumn[]): Column<ExportProfile>[] {
  const students = columns.filter(({ isOfStudent }) => isOfStudent).map(({ header }) => header);
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ id, name }) => <Link to={`/designations/profiles/${id}`}>{name}</Link>,
    },
    { key: 'columns', header: 'Columns', cell: (profile) => profile.columns.join(', ') },
    {
      key: 'students',
      header: "Students' data",
      cell: (profile) => (profile.columns.some((header) => students.includes(header)) ? 'Yes' : 'No'),
    },
    { key: 'updatedAt', header: 'Last updated', cell: ({ updatedAt }) => <AlaskaTime iso={updatedAt} /> },
  ];
}
