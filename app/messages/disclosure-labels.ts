import { counted } from '#app/lib/text/counted.ts';
import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS, type Channel } from '#app/schemas/enums.ts';
import type { DesignationFilterName } from '#app/schemas/designation-filters.ts';
import { DESIGNATION_WARNING_LABELS } from '#app/schemas/designation-warnings.ts';
import { formatDay, formatInZone } from '#app/lib/time/zoned-time.ts';

const CHANNELS: Readonly<Record<Channel, string>> = {
  BROWSER: 'Browser',
  REST: 'REST API',
  CLI: 'Command line',
  SYSTEM: 'System',
};

export const DISCLOSURE_MESSAGES = {
  actorRequired:
    "REQUIRE_ACTOR is set to students, so commands that return students' data need an administrator. Add --as with your email address, or set LAUREL_AS to it.",
} as const;

/** What a disclosure was for, by its purpose. */
export const DISCLOSURE_PURPOSES: Readonly<Record<string, string>> = {
  'designation.read': 'Opened the designation',
  'designation.edit': 'Edited the designation',
  'designation.receipt': 'Opened the receipt',
  'designation.copy': 'Opened the printable copy',
  'designation.pdf': 'Downloaded as PDF',
  'designation.messages': 'Opened the messages',
  'designation.notes': "Opened the office's notes",
  'designations.download': 'Downloaded as CSV',
  'designations.downloadWorkbook': 'Downloaded as an Excel workbook',
  'designations.import': 'Imported from a file',
  'database.backup': 'Full backup of the database',
  'students.search': 'Found by a search',
  'students.compare': 'Compared with another list',
};

interface Source {
  readonly channel: Channel;
  /** Null without an access token. */
  readonly tokenName: string | null;
  /** Both null for requests. */
  readonly osUser: string | null;
  readonly host: string | null;
}

/** Returns how data was obtained or changed, like 'REST API, access token “Nightly export”' or 'Command line, root@web1'. */
export function sourceLabel({ channel, tokenName, osUser, host }: Source): string {
  const token = tokenName === null ? '' : `, access token “${tokenName}”`;
  const account = osUser === null ? '' : `, ${osUser}@${host ?? ''}`;
  return `${CHANNELS[channel]}${token}${account}`;
}

/** Returns the label of a purpose, or its name if it has no label. */
export function disclosurePurpose(purpose: string): string {
  return DISCLOSURE_PURPOSES[purpose] ?? purpose;
}

interface FilterContext {
  /** Names of the years, schools and people whose IDs are in the filter. */
  readonly names: Readonly<Record<string, string>>;
  readonly timeZone: string;
}

type Describe = (value: string, context: FilterContext) => string;

const named =
  (what: string) =>
  (id: string, { names }: FilterContext) =>
    names[id] ?? `a deleted ${what}`;
const labeled = (labels: Readonly<Record<string, string>>) => (value: string) => labels[value] ?? value;
/** Formats a day, or an instant in the program's time zone. */
const when = (value: string, { timeZone }: FilterContext) =>
  value.includes('T') ? formatInZone(value, timeZone) : formatDay(value);

interface DescribedField {
  /** What precedes the value. */
  readonly before?: string;
  readonly describe: Describe;
}

const asIs: Describe = (value) => value;

/** How each field of a designation filter is described, in display order. */
const FILTERS: Readonly<
  Record<Exclude<DesignationFilterName, 'noDownloadDate' | 'resubmitted'>, DescribedField>
> = {
  academicYearId: { describe: named('year') },
  highSchoolId: { describe: named('school') },
  highSchoolName: { before: 'schools named ', describe: (name) => `“${name}”` },
  status: { before: 'status ', describe: labeled(DESIGNATION_STATUS_LABELS) },
  criteria: { before: 'criteria ', describe: labeled(CRITERIA_LABELS) },
  warnings: { before: 'warning ', describe: labeled(DESIGNATION_WARNING_LABELS) },
  afterDate: { before: 'updated from ', describe: when },
  beforeDate: { before: 'updated to ', describe: when },
  downloadAfterDate: { before: 'downloaded from ', describe: when },
  downloadBeforeDate: { before: 'downloaded to ', describe: when },
};

/** Labels of the other fields that disclosures of downloads and backups record. */
const FIELDS: Readonly<Record<string, DescribedField>> = {
  ...FILTERS,
  year: { describe: asIs },
  userId: { before: 'designations of ', describe: named('person') },
  profile: { before: 'export profile ', describe: (name) => `“${name}”` },
  importedFrom: { before: 'from ', describe: (name) => `“${name}”` },
  reason: { describe: asIs },
  osUser: { before: 'by the operating system user ', describe: asIs },
  host: { before: 'on ', describe: asIs },
};

/** Describes what was selected, like '2026, status Pending or Returned'; empty for one designation or everything. */
export function disclosureFilter(filter: Readonly<Record<string, unknown>>, context: FilterContext): string {
  const chosen = filter['designationIds'];
  const parts = [
    ...Object.entries(FIELDS).flatMap(([name, { before = '', describe }]) => {
      const values = valuesOf(filter[name]);
      if (values.length === 0) return [];
      return [before + values.map((value) => describe(value, context)).join(' or ')];
    }),
    ...(filter['noDownloadDate'] === true ? ['never downloaded'] : []),
    ...(filter['resubmitted'] === true ? ['resubmitted'] : []),
    ...(Array.isArray(chosen) ? [counted(chosen.length, 'selected designation')] : []),
  ];
  return parts.join(', ');
}

function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
