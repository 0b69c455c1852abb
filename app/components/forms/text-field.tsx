import type { InputHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import {
  constraintAttributes,
  controlAttributes,
  fieldParts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';
import type { FieldSource, FieldTexts } from '#app/components/forms/field-parts.ts';

type Owned = keyof FieldTexts | keyof FieldSource | 'className' | 'type' | 'value' | 'children';

/**
 * Attributes an input accepts in addition to its field: autoComplete, inputMode, pattern, maxLength, readOnly, onBlur …
 */
export type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, Owned>;

export type TextFieldProps = FieldSource &
  FieldTexts &
  InputAttributes & {
    type?: 'text' | 'email' | 'tel' | 'number' | 'search' | 'url' | 'date' | 'datetime-local';
  };

/** A single-line text input. Uncontrolled, so that text typed before hydration isn't lost. */
export function TextField(props: TextFieldProps) {
  const { words: texts, rest } = splitFieldProps(props);
  const { type = 'text', ...attributes } = rest;
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
      <input
        key={parts.key}
        className="form-control"
        type={type}
        {...constraintAttributes(props)}
        {...attributes}
        // Without it React clears the value at each render, and a browser then drops a half-typed date.
        defaultValue={parts.defaultValue ?? ''}
        {...controlAttributes(parts)}
      />
    </FieldFrame>
  );
}
