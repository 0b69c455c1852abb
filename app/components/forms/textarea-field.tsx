import type { TextareaHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import { controlAttributes, fieldParts, splitFieldProps } from '#app/components/forms/field-parts.ts';
import type { FieldSource, FieldTexts } from '#app/components/forms/field-parts.ts';

type Owned = keyof FieldTexts | keyof FieldSource | 'className' | 'value' | 'children';

export type TextareaFieldProps = FieldSource &
  FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Owned>;

/** A multi-line text input that grows with its content in browsers that support it. */
export function TextareaField(props: TextareaFieldProps) {
  const { words: texts, rest } = splitFieldProps(props);
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
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
