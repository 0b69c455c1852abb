import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { SettingsForm } from '#app/components/settings/settings-form.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import {
  changeOfficeSettings,
  environmentTexts,
  getOfficeSettings,
  SETTINGS_SUBJECT,
} from '#app/domain/settings/office-settings.server.ts';
import { assertLogoName } from '#app/domain/settings/logo-image.ts';
import { accentContrasts, formatContrast } from '#app/lib/colors/accent.ts';
import { CHANGES_SAVED, SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type OfficeSettingsForm,
  OfficeSettingsFormSchema,
  type OfficeSettingsPatch,
  OfficeSettingsScreenSchema,
} from '#app/schemas/office-settings.ts';
import { ENVIRONMENT_SETTINGS } from '#app/schemas/office-setting-labels.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { historyBefore } from '#app/server/parse-input.server.ts';
import { LOGO_FORM } from '#app/server/read-form.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Settings');

export const loader = screen(async ({ ctx, request, url }) => {
  authorize(ctx.actor, 'settings.manage');
  const settings = await getOfficeSettings(ctx);
  const timeline = await readTimeline(ctx, SETTINGS_SUBJECT, historyBefore(url));
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    settings,
    defaults: environmentTexts(ctx),
    contrasts: contrastsOf(settings.accentColor),
    timeline,
    flash: messages,
  };
  return data(response, { headers });
}, OfficeSettingsScreenSchema);

function contrastsOf(color: string | null) {
  if (color === null) return null;
  const { white, light, dark } = accentContrasts(color);
  return { white: formatContrast(white), light: formatContrast(light), dark: formatContrast(dark) };
}

const TEXT_FIELDS = [...ENVIRONMENT_SETTINGS, 'termsText', 'accentColor'] as const;

export const action = formAction(
  async ({ ctx }, form) => {
    authorize(ctx.actor, 'settings.manage');
    // Our form sends every field. A missing field must not clear a setting.
    if (!TEXT_FIELDS.every((name) => form.has(name))) throw malformedForm();
    return submitForm(
      form,
      OfficeSettingsFormSchema,
      async ({ version, ...typed }) => {
        await changeOfficeSettings(ctx, { patch: await patchOf(typed), ifMatch: version });
        return redirectWithFlash(
          '/settings',
          [{ tone: 'success', text: `${CHANGES_SAVED} They take effect everywhere within a few seconds.` }],
          ctx.settings,
          { isSamePage: true },
        );
      },
      SAVE_REFUSED,
    );
  },
  { limits: LOGO_FORM },
);

async function patchOf({
  logoImage,
  removesLogo = false,
  ...typed
}: Omit<OfficeSettingsForm, 'version'>): Promise<OfficeSettingsPatch> {
  const { appName, contactEmail, handbookUrl, surveyUrl, programLinks, termsText, accentColor } = typed;
  return {
    appName: appName ?? null,
    contactEmail: contactEmail ?? null,
    handbookUrl: handbookUrl ?? null,
    surveyUrl: surveyUrl ?? null,
    programLinks: programLinks ?? null,
    termsText: termsText ?? '',
    accentColor: accentColor ?? null,
    ...(logoImage === undefined || logoImage.size === 0
      ? removesLogo
        ? { logoImage: null }
        : {}
      : { logoImage: await bytesOfLogo(logoImage) }),
  };
}

async function bytesOfLogo(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  assertLogoName(bytes, file.name);
  return bytes;
}

export const clientAction = formClientAction(SAVE_REFUSED);

/** What the office can change without an operator or a restart. */
export default function Settings() {
  const { settings, defaults, contrasts, timeline, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const shownVersion = useVersionUnlessRejected(settings.version, reply !== undefined);
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="These settings apply to everyone who uses this site. Changes take effect within a few seconds."
      />
      <FlashRegion messages={flash} />
      <UnsavedChanges forms={['settings']} />
      <Stack>
        <SettingsForm
          // A new key resets the form to the stored values. A rejected form keeps what was typed, and the chosen file.
          key={shownVersion}
          settings={settings}
          defaults={defaults}
          contrasts={contrasts}
          reply={reply}
        />
        <HistoryPanel timeline={timeline} />
      </Stack>
    </>
  );
}

/** Returns the version, but the earlier one while a form is rejected. */
function useVersionUnlessRejected(version: number, isRejected: boolean): number {
  const [shown, setShown] = useState(version);
  if (isRejected || shown === version) return shown;
  setShown(version);
  return version;
}
