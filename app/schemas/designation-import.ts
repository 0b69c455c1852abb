import {
  COLUMN_FIELDS,
  CSV_FIELDS,
  csvHeaderKey,
  csvHeaderOf,
  knownCsvField,
  suggestedCsvField,
} from './student-csv-columns.ts';
import { ADDED_DESIGNATION_HEADERS, ADDED_STUDENT_HEADERS, METHOD_FIELDS } from './designation-fields.ts';
import { csvHeaders, fieldList } from './field-tables.ts';
import { fieldsByKey, IMPORT_LIMITS, importedCsvCell, type ImportKind } from './import-kinds.ts';

/** Which school a row is about. */
export const SCHOOL_KEYS = ['bannerCode', 'schoolName', 'salesforceId', 'schoolCity', 'schoolState'] as const;

/** Headers of what a row says about the designation, besides its school. */
const DESIGNATION_HEADERS = {
  designationId: 'designation id',
  year: 'year',
  ...csvHeaders(METHOD_FIELDS),
  status: 'status',
  submittedByEmail: 'submitted-by email',
  updatedAt: 'updated',
  downloadedAt: 'downloaded',
  ...ADDED_DESIGNATION_HEADERS,
};
type DesignationCell = keyof typeof DESIGNATION_HEADERS;

export const DESIGNATION_CELLS: readonly DesignationCell[] = fieldList(DESIGNATION_HEADERS).map(
  ([name]) => name,
);

const STUDENT_CELLS = ['studentId', ...COLUMN_FIELDS, 'firmName', 'urbanization', 'addressStatus'] as const;

export type SchoolKey = (typeof SCHOOL_KEYS)[number];
export type DesignationImportField = SchoolKey | DesignationCell | (typeof STUDENT_CELLS)[number];

export const DESIGNATION_IMPORT_FIELDS: readonly DesignationImportField[] = [
  ...SCHOOL_KEYS,
  ...DESIGNATION_CELLS,
  ...STUDENT_CELLS,
];

/** Fields of a student; a row with one of them filled in has a student. */
export const STUDENT_IMPORT_FIELDS: readonly DesignationImportField[] = STUDENT_CELLS;

const OWN_FIELDS = fieldsByKey<DesignationImportField>({
  bannerCode: 'banner code',
  schoolName: 'school name',
  salesforceId: 'salesforce id',
  schoolCity: 'school city',
  schoolState: 'school state',
  ...DESIGNATION_HEADERS,
  studentId: 'student id',
  ...ADDED_STUDENT_HEADERS,
  addressStatus: 'address status',
});

const USUAL_FIELDS = fieldsByKey<DesignationImportField>({
  bannerCode: 'banner|school banner code',
  schoolName: 'school|high school|high school name|name of school',
  schoolCity: 'high school city|city of school',
  schoolState: 'high school state|state of school',
  year: 'academic year|designation year',
  classSize: 'junior class size|size of class',
  criteria: 'method|ranking method',
  criteriaComment: 'comment|comments',
  status: 'designation status',
  submittedByEmail: 'submitter email|submitted by address|counselor email',
  submittedAt: 'date submitted|submitted at|submitted on|submission date',
  decidedAt: 'date decided|decided at|decided on|decision date|date approved|approved on',
  reasons: 'reason',
  note: 'notes|decision note',
});

/** A list of designations, one student a row, as Laurel's exports write it or as another system does. */
export const DESIGNATION_IMPORT: ImportKind<DesignationImportField> = {
  csv: {
    headers: ['school name', 'banner code', 'year', 'status', 'class size', ...CSV_FIELDS.map(csvHeaderOf)],
    subject: "one year's designations",
    canPaste: false,
    ...IMPORT_LIMITS,
    isHeader: (cell) =>
      ownField(csvHeaderKey(cell)) !== null || fieldOfCommonHeader(csvHeaderKey(cell)) !== null,
    clean: importedCsvCell,
  },
  fields: DESIGNATION_IMPORT_FIELDS,
  ownField,
  fieldOfCommonHeader,
  derivedKeys: new Set([csvHeaderKey('submitted by')]),
};

function ownField(key: string): DesignationImportField | null {
  return OWN_FIELDS.get(key) ?? knownCsvField(key);
}

function fieldOfCommonHeader(key: string): DesignationImportField | null {
  return USUAL_FIELDS.get(key) ?? suggestedCsvField(key);
}
