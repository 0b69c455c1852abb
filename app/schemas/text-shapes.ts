import { z } from 'zod';
import { ofEachField, type StoredTexts, type TextField, type TextTable } from './field-tables.ts';
import { line, multiline } from './fields.ts';

type TextShape<Table extends TextTable> = {
  [Name in keyof Table]: z.ZodOptional<z.ZodType<StoredTexts<Table>[Name]>>;
};
type AnsweredShape<Table extends TextTable> = {
  [Name in keyof Table]: z.ZodType<StoredTexts<Table>[Name], StoredTexts<Table>[Name]>;
};

/** Returns the schema of a text as entered. */
export function textOf({ max, isMultiline }: TextField): z.ZodType<string, string> {
  return isMultiline === true ? multiline(max) : line(max);
}

/** Returns the schemas of a table's texts in a body; nullable ones accept null. */
export function sentTexts<Table extends TextTable>(table: Table): TextShape<Table> {
  return ofEachField<string, TextField, z.ZodType>(table, (field) => {
    const text = textOf(field);
    return field.isNullable === true ? text.nullable().optional() : text.optional();
  }) as TextShape<Table>;
}

/** Returns the schemas of a table's texts in a response. */
export function answeredTexts<Table extends TextTable>(table: Table): AnsweredShape<Table> {
  return ofEachField<string, TextField, z.ZodType>(table, (field) =>
    field.isNullable === true ? z.string().nullable() : z.string(),
  ) as AnsweredShape<Table>;
}
