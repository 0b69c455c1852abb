import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { CHANGES_SAVED } from '#app/messages/save-messages.ts';
import { fieldLabel, fieldValue } from '#app/messages/field-labels.ts';
import type { SchoolCsvField } from '#app/schemas/school-csv-kind.ts';
import type { SchoolImportPlan, SchoolImportRow } from '#app/schemas/school-import.ts';

export const SCHOOL_IMPORT_OUTCOME_LABELS: Readonly<Record<SchoolImportRow['outcome'], string>> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  similar: 'Possible duplicate',
  error: 'Skipped',
};

/** Summarizes what an import of schools would do. */
export function schoolImportSummary({
  counts: { create, update, unchanged, similar, error },
}: Pick<SchoolImportPlan, 'counts'>): string {
  const known = [
    `${counted(create, 'school')} to add`,
    `${formatNumber(update)} to change`,
    `${formatNumber(unchanged)} unchanged`,
  ];
  const left =
    error === 0 ? '' : ` ${counted(error, 'row has an error', 'rows have errors')} and will be skipped.`;
  const alike =
    similar === 0
      ? ''
      : ` ${counted(similar, 'row looks like a school you already have and will be skipped unless you choose what to do with it.', 'rows look like schools you already have and will be skipped unless you choose what to do with them.')}`;
  return `${known.join(', ')}.${left}${alike}`;
}

/** Describes what an import of schools changed. */
export function schoolImportResult({ create, update }: SchoolImportPlan['counts']): string {
  const added = create === 0 ? [] : [`${counted(create, 'school was', 'schools were')} added`];
  const changed = update === 0 ? [] : [`${counted(update, 'school was', 'schools were')} changed`];
  const done = [...added, ...changed];
  return done.length === 0 ? 'No schools were changed.' : `${CHANGES_SAVED} ${done.join(' and ')}.`;
}

/** Describes what a row changes or why it is skipped, one line each. */
export function schoolImportDetails({ outcome, changes, similar, errors }: SchoolImportRow): string[] {
  if (outcome === 'similar') return similar.map(({ name }) => `Looks like ${name}`);
  return outcome === 'error'
    ? errors.map(({ field, message }) => (field === null ? message : `${fieldLabel(field)}: ${message}`))
    : Object.entries(changes).map(([field, change]) => detailOf(field, change, outcome));
}

function detailOf(
  field: string,
  { from, to }: SchoolImportRow['changes'][string],
  outcome: SchoolImportRow['outcome'],
): string {
  const now = fieldValue(field, to);
  return outcome === 'create'
    ? `${fieldLabel(field)}: ${now}`
    : `${fieldLabel(field)}: ${fieldValue(field, from)} → ${now}`;
}

const COLUMN_LABELS: Readonly<Partial<Record<SchoolCsvField, string>>> = {
  id: 'ID',
  address: 'Address on one line',
  address1: 'Address line 1',
  address2: 'Address line 2',
  city: 'City',
  zip5: 'ZIP code',
  zip4: 'ZIP+4',
};

/** Returns the label of what a column can contain. */
export function schoolColumnLabel(field: SchoolCsvField): string {
  return COLUMN_LABELS[field] ?? fieldLabel(field);
}
