import { changeOfficeSettings, getOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import { LOGO_BYTES_MAX } from '#app/domain/settings/logo-image.ts';
import {
  formatProgramLinks,
  type OfficeSettingsResponse,
  OfficeSettingsPatchSchema,
  parseProgramLinkLines,
} from '#app/schemas/office-settings.ts';
import { OFFICE_SETTING_LABELS } from '#app/schemas/office-setting-labels.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { readInput } from '#cli/read-input.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';

const SETTING_COLUMNS: readonly Column<OfficeSettingsResponse>[] = [
  { title: OFFICE_SETTING_LABELS.appName, cell: ({ appName }) => appName },
  { title: OFFICE_SETTING_LABELS.contactEmail, cell: ({ contactEmail }) => contactEmail },
  { title: OFFICE_SETTING_LABELS.handbookUrl, cell: ({ handbookUrl }) => handbookUrl },
  { title: OFFICE_SETTING_LABELS.surveyUrl, cell: ({ surveyUrl }) => surveyUrl },
  {
    title: OFFICE_SETTING_LABELS.programLinks,
    cell: ({ programLinks }) => formatProgramLinks(programLinks).replaceAll('\n', '; '),
  },
  { title: OFFICE_SETTING_LABELS.termsText, cell: ({ termsText }) => termsText },
  { title: OFFICE_SETTING_LABELS.termsVersion, cell: ({ termsVersion }) => termsVersion },
  { title: OFFICE_SETTING_LABELS.accentColor, cell: ({ accentColor }) => accentColor },
  {
    title: OFFICE_SETTING_LABELS.logo,
    cell: ({ logo }) => (logo === null ? null : `${logo.type}, ${logo.width} × ${logo.height} pixels`),
  },
  { title: 'From the environment', cell: ({ fromEnvironment }) => fromEnvironment.join(', ') },
  { title: 'Changed', cell: ({ updatedAt }) => instant(updatedAt) },
];

/** `laurel settings show`: prints the settings that administrators can change. */
export async function settingsShow(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const record = await getOfficeSettings(ctx);
    await printRecord(context, { record, fields: SETTING_COLUMNS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}

export interface SettingsOptions extends ChangeOptions {
  readonly appName?: string;
  readonly contactEmail?: string;
  readonly handbookUrl?: string;
  readonly surveyUrl?: string;
  readonly programLinks?: string;
  readonly termsFile?: string;
  readonly accentColor?: string;
  readonly logoFile?: string;
}

const OPTIONS: Readonly<Record<string, string>> = {
  appName: '--app-name',
  contactEmail: '--contact-email',
  handbookUrl: '--handbook-url',
  surveyUrl: '--survey-url',
  programLinks: '--program-links',
  termsText: '--terms-file',
  accentColor: '--accent-color',
  logoImage: '--logo-file',
};
const NONE = 'none';
const TERMS_BYTES_MAX = 64 * 1024;

/** `laurel settings set --app-name NAME …`: changes settings; "none" restores the installation's value. */
export async function settingsSet(context: CommandContext, options: SettingsOptions): Promise<ExitCode> {
  const sent = await sentSettings(context, options);
  if (Object.keys(sent).length === 0) {
    throw new CommandFailure(`Choose a setting: ${Object.values(OPTIONS).join(', ')}.`, EXIT.usage);
  }
  const patch = parseFields(OfficeSettingsPatchSchema, sent, OPTIONS);
  return withServices(context, async (ctx) => {
    const before = await getOfficeSettings(ctx);
    const { outcome, isDone } = await withOptionErrors(OPTIONS, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeOfficeSettings(tx, { patch, ifMatch: before.version }),
        question: ({ version, termsVersion }) =>
          version === before.version
            ? null
            : termsVersion === before.termsVersion
              ? 'Change the settings?'
              : `Change the settings? The terms will become version ${termsVersion}, and schools that haven't submitted will be asked to accept them.`,
      }),
    );
    await printRecord(context, { record: outcome, fields: SETTING_COLUMNS, timeZone: ctx.settings.timeZone });
    if (outcome.version === before.version) {
      context.say('The settings already have these values.');
      return EXIT.nothingToDo;
    }
    context.say(isDone ? 'Changed the settings.' : 'Nothing has changed yet.');
    return EXIT.done;
  });
}

/** Returns the fields as the REST call receives them. */
async function sentSettings(
  context: CommandContext,
  { termsFile, logoFile, programLinks, dryRun: _dryRun, yes: _yes, ...texts }: SettingsOptions,
): Promise<Record<string, unknown>> {
  const orNull = (text: string) => (text === NONE ? null : text);
  const sent: Record<string, unknown> = Object.fromEntries(
    Object.entries(texts).map(([name, text]: [string, string]) => [name, orNull(text)]),
  );
  if (programLinks !== undefined) {
    sent['programLinks'] = programLinks === NONE ? null : parseProgramLinkLines(programLinks);
  }
  if (termsFile !== undefined) {
    const bytes =
      termsFile === NONE ? new Uint8Array() : await readInput(context, termsFile, TERMS_BYTES_MAX);
    sent['termsText'] = Buffer.from(bytes).toString('utf8').trim();
  }
  if (logoFile !== undefined) {
    sent['logoImage'] =
      logoFile === NONE
        ? null
        : Buffer.from(await readInput(context, logoFile, LOGO_BYTES_MAX)).toString('base64');
  }
  return sent;
}
