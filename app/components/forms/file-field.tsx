import type { InputHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import {
  controlAttributes,
  fieldParts,
  type FieldSource,
  type FieldTexts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';

type Owned = keyof FieldTexts | keyof FieldSource | 'className' | 'type' | 'value' | 'children';

export type FileFieldProps = FieldSource & FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, Owned>;

/** A file upload; `accept=".csv,text/csv"` limits the choice. */
export function FileField(props: FileFieldProps) {
  const { texts, rest } = splitFieldProps(props);
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
      <input key={parts.key} className="form-control" type="file" {...rest} {...controlAttributes(parts)} />
    </FieldFrame>
  );
}
