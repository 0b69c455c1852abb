import type { InputHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import { controlAttributes, fieldParts, splitFieldProps } from '#app/components/forms/field-parts.ts';
import type { FieldSource, FieldWords } from '#app/components/forms/field-parts.ts';

type Owned = keyof FieldWords | keyof FieldSource | 'className' | 'type' | 'value' | 'children';

export type FileFieldProps = FieldSource & FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, Owned>;

/** A file from the person's device; `accept=".csv,text/csv"` narrows the choice. */
export function FileField(props: FileFieldProps) {
  const { words, rest } = splitFieldProps(props);
  const parts = fieldParts(props, words);
  return (
    <FieldFrame parts={parts} words={words}>
      <input key={parts.key} className="form-control" type="file" {...rest} {...controlAttributes(parts)} />
    </FieldFrame>
  );
}
