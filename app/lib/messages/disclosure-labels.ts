import { CRITERIA_LABELS, DESIGNATION_STATUS_LABELS, type Channel } from '#app/schemas/enums.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

const CHANNELS: Readonly<Record<Channel, string>> = {
  BROWSER: 'Browser',
  REST: 'REST API',
  CLI: 'Command line',
  SYSTEM: 'System',
};

const PURPOSES: Readonly<Record<string, string>> = {
  'designation.read': 'Opened the designation',
  'designation.edit': 'Edited the designation',
  'designation.receipt': 'Opened the receipt',
  'designations.download': 'Downloaded as CSV',
  'database.backup': 'Full backup of the database',
  'students.compare': 'Compared with another list',
};

/** Returns the label of the channel that the data was obtained through. */
export function disclosureChannel(channel: Channel): string {
  return CHANNELS[channel];
}

/** Returns the label of a purpose, or its name if it has no label. */
export function disclosurePurpose(purpose: string): string {
  return PURPOSES[purpose] ?? purpose;
}

interface FilterContext {
  /** Names of the years, schools and people whose ids are in the filter. */
  readonly names: Readonly<Record<string, string>>;
  readonly timeZone: string;
}

type Describe = (value: string, context: FilterContext) => string;

const named =
  (what: string) =>
  (id: string, { names }: FilterContext) =>
    names[id] ?? `a deleted ${what}`;
const labeled = (labels: Readonly<Record<string, string>>) => (value: string) => labels[value] ?? value;
/** Days are shown as given, instants in the program's time zone. */
const when = (value: string, { timeZone }: FilterContext) =>
  value.includes('T') ? formatInZone(value, timeZone) : value;

/** Fields of a filter or backup in display order: name, prefix and format of the value. */
const FIELDS: readonly (readonly [name: string, before: string, describe: Describe])[] = [
  ['academicYearId', '', named('year')],
  ['year', '', (year) => year],
  ['highSchoolId', '', named('school')],
  ['highSchoolName', 'schools named ', (name) => `“${name}”`],
  ['userId', 'designations of ', named('person')],
  ['status', 'status ', labeled(DESIGNATION_STATUS_LABELS)],
  ['criteria', 'criteria ', labeled(CRITERIA_LABELS)],
  ['afterDate', 'updated from ', when],
  ['beforeDate', 'updated until ', when],
  ['downloadAfterDate', 'downloaded from ', when],
  ['downloadBeforeDate', 'downloaded until ', when],
  ['reason', '', (reason) => reason],
  ['osUser', 'by the system user ', (user) => user],
  ['host', 'on ', (host) => host],
];

/** Describes what was selected, like '2026, status Pending or Returned'; empty for one designation or everything. */
export function disclosureFilter(filter: Readonly<Record<string, unknown>>, context: FilterContext): string {
  const chosen = filter['designationIds'];
  const parts = [
    ...FIELDS.flatMap(([name, before, describe]) => {
      const values = valuesOf(filter[name]);
      if (values.length === 0) return [];
      return [before + values.map((value) => describe(value, context)).join(' or ')];
    }),
    ...(filter['noDownloadDate'] === true ? ['never downloaded'] : []),
    ...(Array.isArray(chosen) ? [`${chosen.length} selected designations`] : []),
  ];
  return parts.join(', ');
}

function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
