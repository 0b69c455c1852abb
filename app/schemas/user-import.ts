import { csvHeaderKey } from './student-csv-columns.ts';
import { csvHeaders, fieldList } from './field-tables.ts';
import { fieldsByKey, IMPORT_LIMITS, importedCsvCell, type ImportKind } from './import-kinds.ts';
import { USER_FIELDS, type UserFieldName } from './user-fields.ts';

export type UserImportField = 'id' | UserFieldName | 'positions';

const OWN_HEADERS: Readonly<Record<UserImportField, string>> = {
  id: 'id',
  ...csvHeaders(USER_FIELDS),
  positions: 'schools and positions',
};
const OWN_FIELDS = fieldsByKey<UserImportField>(OWN_HEADERS);

const USUAL_FIELDS = fieldsByKey<UserImportField>({
  firstName: 'first name|given name|fname',
  lastName: 'last name|surname|family name|lname',
  email: 'email address',
  phone: 'phone number|telephone|telephone number|work phone',
  positions: 'positions|schools',
});

/** A list of accounts, as Laurel's exports write it or as another system does. */
export const USER_IMPORT: ImportKind<UserImportField> = {
  csv: {
    headers: Object.values(OWN_HEADERS),
    subject: 'the users',
    canPaste: false,
    ...IMPORT_LIMITS,
    isHeader: (cell) => OWN_FIELDS.has(csvHeaderKey(cell)) || USUAL_FIELDS.has(csvHeaderKey(cell)),
    clean: importedCsvCell,
  },
  fields: fieldList(OWN_HEADERS).map(([name]) => name),
  ownField: (key) => OWN_FIELDS.get(key) ?? null,
  fieldOfCommonHeader: (key) => USUAL_FIELDS.get(key) ?? null,
  derivedKeys: new Set(),
};
