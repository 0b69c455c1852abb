import type { ListRow } from './list-row.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { meansNone, stateOfCell, twinOfCell } from '#app/students/csv/student-csv-cells.ts';
import { type DateReading, dayOfCell } from '#app/students/csv/student-csv-dates.ts';
import { splitFullName } from '#app/students/csv/student-csv-full-name.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import { DESIGNATION_IMPORT_FIELDS, type DesignationImportField } from '#app/schemas/designation-import.ts';
import { ADDRESS_STATUSES, type AddressStatus } from '#app/schemas/enums.ts';
import { FULL_NAME, NAME_PARTS } from '#app/schemas/student-csv-columns.ts';
import { type StudentDraft, StudentDraftSchema } from '#app/schemas/student.ts';

/** How to read the students of a list. */
export interface StudentReading {
  readonly dates: DateReading;
  /** 'YYYY-MM-DD'. */
  readonly today: string;
  /** Of addresses without one. */
  readonly state: string;
  readonly hasIds: boolean;
}

export interface ListedStudent {
  readonly row: number;
  readonly id: string | null;
  readonly content: StudentDraft;
  readonly addressStatus: AddressStatus;
}

type Row = ListRow<DesignationImportField>;

const ADDRESS_CELLS = ['address1', 'address2', 'city', 'zip5', 'firmName', 'urbanization'] as const;
const ADDRESS_STATUS_NAMES = { UNVERIFIED: 'UNVERIFIED', INVALID: 'INVALID', VALID: 'VALID' } as const;

/** Reads a row's student by the rules of drafts, and reports what is wrong. */
export function readListedStudent(row: Row, reading: StudentReading): ListedStudent {
  const content = StudentDraftSchema.safeParse({
    ...textsOf(row, reading),
    address: addressOf(row, reading),
  });
  for (const { path, message } of content.error?.issues ?? []) {
    const field = DESIGNATION_IMPORT_FIELDS.find((known) => known === path.at(-1));
    row.report(field ?? null, message);
  }
  return {
    row: row.line.number,
    id: reading.hasIds ? row.id('studentId') : null,
    content: content.data ?? StudentDraftSchema.parse({}),
    addressStatus: row.oneOf('addressStatus', ADDRESS_STATUSES, ADDRESS_STATUS_NAMES) ?? 'UNVERIFIED',
  };
}

function textsOf(row: Row, { dates, today }: StudentReading) {
  const day = row.read('dateOfBirth', (cell) => dayOfCell(cell, dates, today), IMPORT_MESSAGES.noDate);
  if (day !== null && day > today) row.report('dateOfBirth', FUTURE_BIRTH_DATE_MESSAGE);
  const fullName = splitFullName(row.text(FULL_NAME));
  const names = NAME_PARTS.map((part) => [part, row.has(part) ? row.text(part) : fullName[part]] as const);
  return {
    ...Object.fromEntries(names),
    dateOfBirth: day ?? '',
    twin: row.read('twin', (cell) => (meansNone(cell) ? false : twinOfCell(cell)), 'Use Yes or No.') ?? false,
    phone: formatPhone(row.text('phone')),
    email: row.text('email'),
    parentEmail: meansNone(row.text('parentEmail')) ? '' : row.text('parentEmail'),
  };
}

function addressOf(row: Row, reading: StudentReading) {
  const texts = Object.fromEntries(ADDRESS_CELLS.map((field) => [field, row.text(field)]));
  const isEmpty = Object.values(texts).every((text) => text === '');
  const written = row.read('state', stateOfCell, 'Use the code or the name of a state.');
  const state = written ?? (isEmpty ? '' : reading.state);
  const { zip5, zip4 } = zipOfCell(row.text('zip5'), state);
  return { ...texts, state, zip5, zip4: row.text('zip4') || zip4 };
}
