import { ADDRESS_FIELD_LIST } from '#app/schemas/address-fields.ts';
import { DESIGNATION_FIELD_LIST } from '#app/schemas/designation-fields.ts';
import {
  ACTIVITY_STATUS_LABELS,
  ALL_POSITIONS_LABEL,
  CRITERIA_LABELS,
  DECISION_REASON_LABELS,
  DELIVERY_STATUS_LABELS,
  DESIGNATION_STATUS_LABELS,
  SCHOOL_STATE_LABELS,
  STAFF_POSITION_LABELS,
  USER_FLAG_LABELS,
} from '#app/schemas/enums.ts';
import { TOKEN_SCOPE_LABELS } from '#app/schemas/token-scopes.ts';
import { HIGH_SCHOOL_FIELD_LIST } from '#app/schemas/high-school-fields.ts';
import { OFFICE_SETTING_LABELS } from '#app/schemas/office-setting-labels.ts';
import { STUDENT_FIELD_LIST } from '#app/schemas/student-fields.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';
import { VIEW_LIST_LABELS } from '#app/schemas/view-lists.ts';
import { YEAR_DATE_LIST } from '#app/schemas/year-fields.ts';

interface Labeled {
  readonly label: string;
  readonly historyLabel?: string;
}

function labelsOf(fields: readonly (readonly [string, Labeled])[]): Record<string, string> {
  return Object.fromEntries(fields.map(([name, { label, historyLabel = label }]) => [name, historyLabel]));
}

/** Events have the ids of these records, and a history shows their names. */
const RECORD_LABELS: Readonly<Record<string, string>> = {
  userId: 'Person',
  mergedFromId: 'Merged account',
  keptId: 'Account kept',
  highSchoolId: 'High school',
  closedId: 'Year closed',
};

const VALUE_FIELD_LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(HIGH_SCHOOL_FIELD_LIST),
  ...labelsOf(DESIGNATION_FIELD_LIST),
  ...labelsOf(USER_FIELD_LIST),
  position: 'Position',
  ...labelsOf(ADDRESS_FIELD_LIST.map(([part, field]) => [`address.${part}`, field])),
  year: 'Year',
  ...labelsOf(YEAR_DATE_LIST),
  reason: 'Reason',
  mergedEmail: 'Address of the merged account',
  keptEmail: 'Sign-in address',
  designations: 'Designations moved',
  schoolName: 'School',
  daysBefore: 'Days before the due date',
  scopes: 'Scopes',
  issuer: 'Provider',
  sessions: 'Sessions',
  recipients: 'Recipients',
  purgedStudents: 'Students',
  backupOf: 'Backup made',
  keptEvents: 'Newer events kept',
  keptDisclosures: 'Newer disclosures kept',
  scheduledAt: 'Scheduled for',
  mails: 'Emails',
  states: 'Designation',
  positions: 'Positions',
  isAutomatic: 'Sent automatically',
  template: 'Email',
  columns: 'Columns',
  address: 'Address',
  notice: 'Automatic email',
  subject: 'Subject',
  body: 'Text',
  richText: 'MJML',
  isOn: 'Turned on',
  /** Older events name the view. */
  view: 'View',
  list: 'List',
  snoozedUntil: 'Snoozed until',
  importedFrom: 'Imported from',
  ...OFFICE_SETTING_LABELS,
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(STUDENT_FIELD_LIST),
  ...RECORD_LABELS,
  ...VALUE_FIELD_LABELS,
};

/** The fields of events that a history shows, in this order. All other event data stays on the server. */
export const HISTORY_FIELDS: readonly string[] = Object.keys(VALUE_FIELD_LABELS);

const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { ...DESIGNATION_STATUS_LABELS, ...ACTIVITY_STATUS_LABELS, ...DELIVERY_STATUS_LABELS },
  criteria: CRITERIA_LABELS,
  reasons: DECISION_REASON_LABELS,
  position: STAFF_POSITION_LABELS,
  positions: STAFF_POSITION_LABELS,
  states: SCHOOL_STATE_LABELS,
  flags: USER_FLAG_LABELS,
  scopes: TOKEN_SCOPE_LABELS,
  list: VIEW_LIST_LABELS,
};

export const NO_VALUE = 'none';

/** Returns the label of a field, or its name if it has none. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? field;
}

/** Formats a field's value: labels for codes, Yes and No, 'none' if empty. No positions means all staff. */
export function fieldValue(field: string, value: unknown): string {
  if (field === 'positions' && Array.isArray(value) && value.length === 0) return ALL_POSITIONS_LABEL;
  if (isEmptyValue(value)) return NO_VALUE;
  if (Array.isArray(value)) return value.map((item) => fieldValue(field, item)).join('; ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return VALUE_LABELS[field]?.[text] ?? text;
}

/** Returns whether a field has no value. */
export function isEmptyValue(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
