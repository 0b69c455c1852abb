export interface TextField {
  readonly label: string;
  /** In characters. */
  readonly max: number;
  readonly isMultiline?: boolean;
  /** Whether an empty text is stored as null. */
  readonly isNullable?: boolean;
}

/** Texts without rules, by name. */
export type TextTable = Readonly<Record<string, TextField>>;

export type StoredTexts<Table extends TextTable> = {
  [Name in keyof Table]: Table[Name] extends { isNullable: true } ? string | null : string;
};

/** Returns the fields of a table with their names. */
export function fieldList<Name extends string, Field>(
  table: Readonly<Record<Name, Field>>,
): readonly (readonly [Name, Field])[] {
  return Object.entries(table) as [Name, Field][];
}

/** Returns an object with a value for each field of a table. */
export function ofEachField<Name extends string, Field, Value>(
  table: Readonly<Record<Name, Field>>,
  valueOf: (field: Field, name: Name) => Value,
): Record<Name, Value> {
  const values = fieldList(table).map(([name, field]) => [name, valueOf(field, name)]);
  return Object.fromEntries(values) as Record<Name, Value>;
}

/** Returns the headers of a table's columns in our CSV files, by default the lowercase labels. */
export function csvHeaders<Name extends string>(
  table: Readonly<Record<Name, { readonly label: string; readonly csvHeader?: string }>>,
): Record<Name, string> {
  return ofEachField(table, ({ label, csvHeader = label.toLowerCase() }) => csvHeader);
}

/** Returns an item's fields that are in the table, in its order. */
export function pickFields<Name extends string, Item extends Readonly<Record<Name, unknown>>>(
  table: Readonly<Record<Name, unknown>>,
  item: Item,
): Pick<Item, Name> {
  return ofEachField(table, (_, name) => item[name]) as Pick<Item, Name>;
}

/** Returns the fields of a table that a patch sets. */
export function pickSetFields<Name extends string, Patch extends Readonly<Partial<Record<Name, unknown>>>>(
  table: Readonly<Record<Name, unknown>>,
  patch: Patch,
): Pick<Patch, Name & keyof Patch> {
  const set = Object.entries(patch).filter(([name, value]) => name in table && value !== undefined);
  return Object.fromEntries(set) as Pick<Patch, Name & keyof Patch>;
}

/** Returns an item's texts as in forms: '' instead of null. */
export function enteredTexts<Name extends string>(
  table: Readonly<Record<Name, TextField>>,
  item: NoInfer<Readonly<Record<Name, string | null>>>,
): Record<Name, string> {
  return ofEachField(table, (_, name) => item[name] ?? '');
}

/** Returns fields as stored: an empty text is null if the table says so. */
export function storedTexts<Given extends object>(table: TextTable, given: Given): Given {
  const stored = Object.entries(given).map(([name, value]): [string, unknown] => {
    const isNull = value === '' && table[name]?.isNullable === true;
    return [name, isNull ? null : value];
  });
  return Object.fromEntries(stored) as Given;
}
