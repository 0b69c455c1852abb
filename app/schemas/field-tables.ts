/** A field that holds any text, which may be empty. */
export interface TextField {
  readonly label: string;
  /** Most characters. */
  readonly max: number;
  readonly isMultiline?: boolean;
  /** Stored as null where it is empty. */
  readonly isNullable?: boolean;
}

/** Texts that no rule depends on, by their names. */
export type TextTable = Readonly<Record<string, TextField>>;

/** What texts are stored as: null may stand for an empty one where the field says so. */
export type StoredTexts<Table extends TextTable> = {
  [Name in keyof Table]: Table[Name] extends { isNullable: true } ? string | null : string;
};

/** The fields of a table with their names, as a list to walk. */
export function fieldList<Name extends string, Field>(
  table: Readonly<Record<Name, Field>>,
): readonly (readonly [Name, Field])[] {
  return Object.entries(table) as [Name, Field][];
}

/** An object with a value for each field of a table. */
export function ofEachField<Name extends string, Field, Value>(
  table: Readonly<Record<Name, Field>>,
  valueOf: (field: Field, name: Name) => Value,
): Record<Name, Value> {
  const values = fieldList(table).map(([name, field]) => [name, valueOf(field, name)]);
  return Object.fromEntries(values) as Record<Name, Value>;
}

/** Of all that a thing has, the fields of a table, in its order. */
export function pickFields<Name extends string, Item extends Readonly<Record<Name, unknown>>>(
  table: Readonly<Record<Name, unknown>>,
  item: Item,
): Pick<Item, Name> {
  return ofEachField(table, (_, name) => item[name]) as Pick<Item, Name>;
}

/** The fields of a table that a patch sets. */
export function pickSetFields<Name extends string, Patch extends Readonly<Partial<Record<Name, unknown>>>>(
  table: Readonly<Record<Name, unknown>>,
  patch: Patch,
): Pick<Patch, Name & keyof Patch> {
  const set = Object.entries(patch).filter(([name, value]) => name in table && value !== undefined);
  return Object.fromEntries(set) as Pick<Patch, Name & keyof Patch>;
}

/** The texts of a thing as forms hold them: '' for none. */
export function enteredTexts<Name extends string>(
  table: Readonly<Record<Name, TextField>>,
  item: NoInfer<Readonly<Record<Name, string | null>>>,
): Record<Name, string> {
  return ofEachField(table, (_, name) => item[name] ?? '');
}

/** Fields as they are stored: an empty text is null where the table says so. */
export function storedTexts<Given extends object>(table: TextTable, given: Given): Given {
  const stored = Object.entries(given).map(([name, value]): [string, unknown] => {
    const isNull = value === '' && table[name]?.isNullable === true;
    return [name, isNull ? null : value];
  });
  return Object.fromEntries(stored) as Given;
}
