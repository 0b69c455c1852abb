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

/** Through which channel the data was obtained. */
export function disclosureChannel(channel: Channel): string {
  return CHANNELS[channel];
}

/** What was done with the data; a purpose without a label is shown by its name. */
export function disclosurePurpose(purpose: string): string {
  return PURPOSES[purpose] ?? purpose;
}

interface FilterContext {
  /** The years, schools and people that ids in the filter stand for. */
  readonly names: Readonly<Record<string, string>>;
  readonly timeZone: string;
}

type Describe = (value: string, context: FilterContext) => string;

const named =
  (what: string) =>
  (id: string, { names }: FilterContext) =>
    names[id] ?? `a deleted ${what}`;
const labeled = (labels: Readonly<Record<string, string>>) => (value: string) => labels[value] ?? value;
/** A day is written as it was given, an instant in the program's time zone. */
const when = (value: string, { timeZone }: FilterContext) =>
  value.includes('T') ? formatInZone(value, timeZone) : value;

/** The fields of a filter, or of a backup, in the order they are shown: the words before their values, and how these read. */
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

/** What was selected, like '2026, status Pending or Returned'; '' where that was one designation, or everything. */
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
