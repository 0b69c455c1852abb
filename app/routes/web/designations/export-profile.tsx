import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { ExportProfileForm } from '#app/components/designations/export-profile-form.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { SubmitButton, usePendingForm } from '#app/components/forms/submit-button.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { tabTitle } from '#app/components/site/titled.ts';
import { DeletePanel } from '#app/components/ui/delete-panel.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import {
  changeExportProfile,
  deleteExportProfile,
  EXPORT_COLUMNS,
  getExportProfile,
} from '#app/domain/exports/export-profiles.server.ts';
import { EXPORT_PROFILE_MESSAGES } from '#app/messages/export-profile-messages.ts';
import { CHANGES_SAVED, SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  DeleteProfileFormSchema,
  ExportProfileScreenSchema,
  ProfileFormSchema,
} from '#app/schemas/export-screens.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { historyBefore } from '#app/server/parse-input.server.ts';
import {
  formAction,
  type FormReply,
  refusalMessage,
  screen,
  screenId,
  submitForm,
} from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? response.profile.name : 'Export profile', matches);

const LIST = '/designations/profiles';
const DELETION_REFUSED = 'Unable to delete export profile: ';

export const loader = screen(async ({ ctx, params, request, url }) => {
  authorize(ctx.actor, 'designation.download');
  const profile = await getExportProfile(ctx, screenId(params));
  const subject = { type: 'EXPORT_PROFILE', id: profile.id } as const;
  const timeline = await readTimeline(ctx, subject, historyBefore(url));
  const { messages, headers } = await readFlash(request, ctx.settings);
  return data({ profile, columns: [...EXPORT_COLUMNS], timeline, flash: messages }, { headers });
}, ExportProfileScreenSchema);

export const action = formAction(async ({ ctx, params }, form) => {
  authorize(ctx.actor, 'designation.download');
  const id = screenId(params);
  if (intentOf(form, ['delete']) !== null) return deleteProfile(ctx, form, id);
  return submitForm(
    form,
    ProfileFormSchema,
    async ({ intent: _intent, version, ...patch }) => {
      await changeExportProfile(ctx, { id, patch, ifMatch: version });
      return redirectWithFlash(`${LIST}/${id}`, [{ tone: 'success', text: CHANGES_SAVED }], ctx.settings, {
        isSamePage: true,
      });
    },
    SAVE_REFUSED,
  );
});

function deleteProfile(ctx: Ctx, form: FormData, id: string) {
  return submitForm(form, DeleteProfileFormSchema, async ({ version }) => {
    try {
      await deleteExportProfile(ctx, { id, ifMatch: version });
    } catch (error) {
      const text = `${DELETION_REFUSED}${refusalMessage(error).message}`;
      return redirectWithFlash(`${LIST}/${id}`, [{ tone: 'danger', text }], ctx.settings, {
        isSamePage: true,
      });
    }
    const text = EXPORT_PROFILE_MESSAGES.deleted;
    return redirectWithFlash(LIST, [{ tone: 'success', text }], ctx.settings);
  });
}

export const clientAction = formClientAction((intent) =>
  intent === 'delete' ? DELETION_REFUSED : SAVE_REFUSED,
);

/** An export profile with its history, for administrators. */
export default function ExportProfileDetails() {
  const { profile, columns, timeline, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const isSaving = usePendingForm()?.get('intent') === 'save';
  return (
    <>
      <PageHeader back={{ to: LIST, label: 'Export profiles' }} title={profile.name} />
      <FlashRegion messages={flash} />
      <Stack key={profile.id}>
        <ExportProfileForm key={profile.version} profile={profile} columns={columns} reply={reply}>
          <input type="hidden" name="intent" value="save" />
          <SubmitButton pending={isSaving}>Save export profile</SubmitButton>
        </ExportProfileForm>
        <HistoryPanel timeline={timeline} />
        <DeletePanel
          noun="export profile"
          version={profile.version}
          message={`Are you sure you want to delete the export profile “${profile.name}”? Scheduled exports that use it will fail.`}
        />
      </Stack>
    </>
  );
}
