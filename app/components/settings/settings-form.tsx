import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FileField } from '#app/components/forms/file-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { findNewerValues } from '#app/components/forms/newer-values.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { OfficeSettingsResponse } from '#app/schemas/office-settings.ts';
import { type EnvironmentSetting, OFFICE_SETTING_LABELS } from '#app/schemas/office-setting-labels.ts';

interface SettingsFormProps {
  settings: OfficeSettingsResponse;
  /** The environment's values, one program link per line. */
  defaults: Readonly<Record<EnvironmentSetting, string>>;
  contrasts: { white: string; light: string; dark: string } | null;
  reply: SubmissionResult<string[]> | undefined;
}

type SettingsFields = Record<EnvironmentSetting | 'termsText' | 'accentColor', string> & {
  logoImage: File;
  removesLogo: boolean;
};

/** The office's settings. An empty field has the environment's value. */
export function SettingsForm({ settings, defaults, contrasts, reply }: SettingsFormProps) {
  const { logo, version, termsText, termsVersion } = settings;
  const stored = {
    appName: valueOf(settings, 'appName', settings.appName),
    contactEmail: valueOf(settings, 'contactEmail', settings.contactEmail),
    handbookUrl: valueOf(settings, 'handbookUrl', settings.handbookUrl),
    surveyUrl: valueOf(settings, 'surveyUrl', settings.surveyUrl),
    programLinks: valueOf(
      settings,
      'programLinks',
      settings.programLinks.map(({ label, url }) => `${label}=${url}`).join('\n'),
    ),
    termsText,
    accentColor: settings.accentColor ?? '',
  };
  const [form, fields] = useServerForm<SettingsFields>({ id: 'settings', reply, defaultValue: stored });
  const newerValues = findNewerValues(
    Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, { value }])) as Record<
      keyof typeof stored,
      { value: string }
    >,
    version,
    reply,
  );
  const hint = (name: EnvironmentSetting) =>
    `Leave blank to use the server's default: ${defaults[name].replaceAll('\n', '; ')}`;
  return (
    <Form method="post" {...getFormProps(form)} encType="multipart/form-data">
      <input type="hidden" name="version" value={version} />
      <Stack>
        <ErrorSummary form={form} refusal={reply} />
        <Panel title="Program">
          <FormStack>
            <TextField
              field={fields.appName}
              label={OFFICE_SETTING_LABELS.appName}
              hint={`Shown on every page and in every email. ${hint('appName')}`}
              width="md"
              maxLength={60}
              warning={newerValues.appName}
            />
            <TextField
              field={fields.contactEmail}
              label={OFFICE_SETTING_LABELS.contactEmail}
              hint={`Where schools send questions. ${hint('contactEmail')}`}
              type="email"
              width="md"
              warning={newerValues.contactEmail}
            />
            <TextField
              field={fields.handbookUrl}
              label={OFFICE_SETTING_LABELS.handbookUrl}
              hint={hint('handbookUrl')}
              type="url"
              warning={newerValues.handbookUrl}
            />
            <TextField
              field={fields.surveyUrl}
              label={OFFICE_SETTING_LABELS.surveyUrl}
              hint={`Schools see the link after they submit a designation. ${hint('surveyUrl')}`}
              type="url"
              warning={newerValues.surveyUrl}
            />
            <TextareaField
              field={fields.programLinks}
              label={OFFICE_SETTING_LABELS.programLinks}
              hint={`Links in the menu, one per line: Label=https://… ${hint('programLinks')}`}
              warning={newerValues.programLinks}
            />
          </FormStack>
        </Panel>
        <Panel title="Designation terms">
          <FormStack>
            <p className="m-0">
              The current terms are version {termsVersion}. If you change the text, the version changes.
              Schools that haven&apos;t submitted yet, or have to correct a designation, will be asked to
              accept the new version.
            </p>
            <TextareaField
              field={fields.termsText}
              label={OFFICE_SETTING_LABELS.termsText}
              hint="Shown as plain text below the three points of the agreement. Leave a blank line between paragraphs."
              rows={8}
              maxLength={4000}
              warning={newerValues.termsText}
            />
          </FormStack>
        </Panel>
        <Panel title="Appearance">
          <FormStack>
            {logo === null ? null : (
              <figure className="settings-logo">
                <img src={logo.url} width={logo.width} height={logo.height} alt="The current logo" />
                <figcaption>
                  {logo.width} × {logo.height} pixels
                </figcaption>
              </figure>
            )}
            <FileField
              field={fields.logoImage}
              label={OFFICE_SETTING_LABELS.logo}
              hint="PNG or JPEG, up to 200 kB. Shown next to the name on every page and in automatic emails. MJML templates can show it as cid:logo."
              width="md"
              accept=".png,.jpg,.jpeg,image/png,image/jpeg"
            />
            {logo === null ? null : <CheckboxField field={fields.removesLogo} label="Remove the logo" />}
            <TextField
              field={fields.accentColor}
              label={OFFICE_SETTING_LABELS.accentColor}
              hint="The color of links and buttons, like #1f6657. Leave blank for the standard color."
              width="sm"
              maxLength={7}
              warning={newerValues.accentColor}
            />
            {contrasts === null ? null : (
              <p className="m-0">
                Contrast: {contrasts.white} for white text on this color, {contrasts.light} for links, and{' '}
                {contrasts.dark} for links in dark mode (a lighter shade). Each must be at least 4.5:1.
              </p>
            )}
          </FormStack>
        </Panel>
        <FormActions>
          <SubmitButton>Save settings</SubmitButton>
        </FormActions>
      </Stack>
    </Form>
  );
}

/** Returns a setting as its field shows it: empty if it has the environment's value. */
function valueOf(
  { fromEnvironment }: OfficeSettingsResponse,
  name: EnvironmentSetting,
  value: string,
): string {
  return fromEnvironment.includes(name) ? '' : value;
}
