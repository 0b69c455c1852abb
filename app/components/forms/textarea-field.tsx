import type { TextareaHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import { controlAttributes, fieldParts, splitFieldProps } from '#app/components/forms/field-parts.ts';
import type { FieldSource, FieldWords } from '#app/components/forms/field-parts.ts';

type Owned = keyof FieldWords | keyof FieldSource | 'className' | 'value' | 'children';

export type TextareaFieldProps = FieldSource &
  FieldWords &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Owned>;

/** Several lines of text; grows with what is typed where the browser can. */
export function TextareaField(props: TextareaFieldProps) {
  const { words, rest } = splitFieldProps(props);
  const parts = fieldParts(props, words);
  return (
    <FieldFrame parts={parts} words={words}>
      <textarea
        key={parts.key}
        className="form-control"
        rows={3}
        defaultValue={parts.defaultValue}
        maxLength={props.field?.maxLength}
        {...rest}
        {...controlAttributes(parts)}
      />
    </FieldFrame>
  );
}
