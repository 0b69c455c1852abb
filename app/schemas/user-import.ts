import { csvHeaderKey } from './student-csv-columns.ts';
import { fieldsByKey, IMPORT_LIMITS, importedCsvCell, type ImportKind } from './import-kinds.ts';

export const USER_IMPORT_FIELDS = [
  'id',
  'firstName',
  'lastName',
  'email',
  'phone',
  'flags',
  'positions',
] as const;
export type UserImportField = (typeof USER_IMPORT_FIELDS)[number];

const OWN_HEADERS: Readonly<Record<UserImportField, string>> = {
  id: 'id',
  firstName: 'first',
  lastName: 'last',
  email: 'email',
  phone: 'phone',
  flags: 'flags',
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
  fields: USER_IMPORT_FIELDS,
  ownField: (key) => OWN_FIELDS.get(key) ?? null,
  fieldOfCommonHeader: (key) => USUAL_FIELDS.get(key) ?? null,
  derivedKeys: new Set(),
};
