import { describe, expect, it } from 'vitest';
import {
  DESIGNATION_CSV_HEADERS,
  HIGH_SCHOOL_CSV_HEADERS,
  USER_CSV_HEADERS,
} from '#app/domain/exports/csv-queries.server.ts';
import { DESIGNATION_IMPORT } from '#app/schemas/designation-import.ts';
import { schoolCsvField } from '#app/schemas/school-csv-kind.ts';
import { csvHeaderKey, ignoredCsvKeys, knownCsvField } from '#app/schemas/student-csv-columns.ts';
import { USER_IMPORT } from '#app/schemas/user-import.ts';

/** Columns with what the import of schools can't change. */
const DERIVED_OF_SCHOOLS = ['staff', 'approved designations'];

describe('the columns of an export', () => {
  it('of users are all imported', () => {
    const unknown = USER_CSV_HEADERS.filter((header) => USER_IMPORT.ownField(csvHeaderKey(header)) === null);
    expect(unknown).toEqual([]);
    expect(USER_IMPORT.csv.headers).toEqual(USER_CSV_HEADERS);
  });

  it('of designations are all imported, except the name beside an address', () => {
    const { ownField, derivedKeys } = DESIGNATION_IMPORT;
    const keys = DESIGNATION_CSV_HEADERS.map(csvHeaderKey);
    expect(keys.filter((key) => ownField(key) === null)).toEqual([...derivedKeys]);
  });

  it('of designations are each read or skipped by the import of students', () => {
    const keys = DESIGNATION_CSV_HEADERS.map(csvHeaderKey);
    const skipped = ignoredCsvKeys(keys);
    expect(keys.filter((key) => knownCsvField(key) === null && !skipped.has(key))).toEqual([]);
    expect(keys.filter((key) => knownCsvField(key) !== null && skipped.has(key))).toEqual([]);
  });

  it('of schools are all imported, except what is derived', () => {
    const unknown = HIGH_SCHOOL_CSV_HEADERS.filter((header) => schoolCsvField(header) === null);
    expect(unknown).toEqual(DERIVED_OF_SCHOOLS);
  });
});
