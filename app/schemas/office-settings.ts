import { z } from 'zod';
import { accentProblem } from '#app/lib/colors/accent.ts';
import { LogoResponseSchema } from './logo-response.ts';
import { ENVIRONMENT_SETTINGS } from './office-setting-labels.ts';
import { ResponseInstant, bodyWithReadOnly, Email, line, multiline, requiredLine } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

const NAME_MAX = 60;
const URL_MAX = 500;
const LINK_LABEL_MAX = 60;
const LINKS_MAX = 10;
const TERMS_MAX = 4000;
const LOGO_BASE64_MAX = 400_000;

const URL_MESSAGE = 'Enter a web address that begins with https:// or http://.';
const COLOR_MESSAGE = 'Enter a color like #1f6657.';

const WebUrl = line(URL_MAX).pipe(z.url({ protocol: /^https?$/, error: URL_MESSAGE }));
const AccentColor = line(7)
  .regex(/^#[\da-f]{6}$/i, { error: COLOR_MESSAGE, abort: true })
  .toLowerCase()
  .superRefine((color, check) => {
    const problem = accentProblem(color);
    if (problem !== null) check.addIssue({ code: 'custom', message: problem });
  });
const Name = requiredLine('Program name', NAME_MAX);
const Terms = multiline(TERMS_MAX);

const ProgramLinkSchema = z.strictObject({ label: requiredLine('Label', LINK_LABEL_MAX), url: WebUrl });
const ProgramLinks = z.array(ProgramLinkSchema).max(LINKS_MAX, `Enter at most ${LINKS_MAX} links.`);

/** Null restores the environment's value. `logoImage` is a PNG or JPEG in Base64. */
export const OfficeSettingsPatchSchema = bodyWithReadOnly(
  {
    appName: Name.nullable().optional(),
    contactEmail: Email.nullable().optional(),
    handbookUrl: WebUrl.nullable().optional(),
    surveyUrl: WebUrl.nullable().optional(),
    programLinks: ProgramLinks.nullable().optional(),
    termsText: Terms.optional(),
    accentColor: AccentColor.nullable().optional(),
    logoImage: z
      .base64({ error: 'Must be an image in Base64.' })
      .max(LOGO_BASE64_MAX, 'The logo must be at most 200 kB.')
      .transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64')))
      .nullable()
      .optional(),
  },
  ['logo', 'termsVersion', 'fromEnvironment', 'version', 'updatedAt'],
);
export type OfficeSettingsPatch = z.output<typeof OfficeSettingsPatchSchema>;

export const OfficeSettingsResponseSchema = z.object({
  appName: z.string(),
  contactEmail: z.string(),
  handbookUrl: z.string(),
  surveyUrl: z.string(),
  programLinks: z.array(z.object({ label: z.string(), url: z.string() })).readonly(),
  termsText: z.string(),
  termsVersion: z.string(),
  /** Null for the standard color. */
  accentColor: z.string().nullable(),
  logo: LogoResponseSchema.extend({ type: z.string(), bytes: z.number() }).nullable(),
  /** The settings that have the environment's value. */
  fromEnvironment: z.array(z.enum(ENVIRONMENT_SETTINGS)).readonly(),
  /** 0 until a setting is first changed. */
  version: z.number(),
  updatedAt: ResponseInstant.nullable(),
});
export type OfficeSettingsResponse = z.output<typeof OfficeSettingsResponseSchema>;

/** Converts links to one `Label=https://…` per line. */
export function formatProgramLinks(links: readonly { label: string; url: string }[]): string {
  return links.map(({ label, url }) => `${label}=${url}`).join('\n');
}

const LINKS_MESSAGE = 'Enter each link on its own line, like Program home=https://example.org.';

/** Reads `Label=https://…` pairs on lines of their own or separated by `;`. The schema reports what is malformed. */
export function parseProgramLinkLines(text: string): { label: string; url: string }[] {
  return text
    .split(/[\n;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return { label: part.slice(0, Math.max(at, 0)).trim(), url: part.slice(at + 1).trim() };
    });
}

const TypedLinks = multiline(LINKS_MAX * (URL_MAX + LINK_LABEL_MAX)).transform((text, check) => {
  const parsed = ProgramLinks.safeParse(parseProgramLinkLines(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  check.addIssue({ code: 'custom', message: issue?.path.length === 0 ? issue.message : LINKS_MESSAGE });
  return z.NEVER;
});

/** The form. An empty field restores the environment's value. */
export const OfficeSettingsFormSchema = z.object({
  version: z.number().int(),
  appName: Name.optional(),
  contactEmail: Email.optional(),
  handbookUrl: WebUrl.optional(),
  surveyUrl: WebUrl.optional(),
  programLinks: TypedLinks.optional(),
  termsText: Terms.optional(),
  accentColor: AccentColor.optional(),
  logoImage: z.file().optional(),
  removesLogo: z.boolean().optional(),
});
export type OfficeSettingsForm = z.output<typeof OfficeSettingsFormSchema>;

export const OfficeSettingsScreenSchema = z.object({
  settings: OfficeSettingsResponseSchema,
  /** The environment's values. */
  defaults: z.record(z.enum(ENVIRONMENT_SETTINGS), z.string()),
  /** The three contrasts of the accent color, like '4.5:1'; null for the standard color. */
  contrasts: z.object({ white: z.string(), light: z.string(), dark: z.string() }).nullable(),
  timeline: TimelineSchema,
  flash: FlashSchema.array(),
});
