import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { FieldFrame } from '#app/components/forms/field-frame.tsx';
import {
  constraintAttributes,
  controlAttributes,
  fieldParts,
  type FieldSource,
  type FieldTexts,
  splitFieldProps,
} from '#app/components/forms/field-parts.ts';

type OwnedByField = keyof FieldTexts | keyof FieldSource | 'className' | 'type' | 'value' | 'children';

/**
 * Attributes an input accepts in addition to its field: autoComplete, inputMode, pattern, maxLength, readOnly, onBlur …
 */
export type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, OwnedByField>;

export type TextFieldProps = FieldSource &
  FieldTexts &
  InputAttributes & {
    type?: 'text' | 'email' | 'tel' | 'number' | 'search' | 'url' | 'date' | 'datetime-local';
  };

/** A placeholder that isn't seen, by which the print styles recognize an empty field. */
const EMPTY = ' ';

/** A single-line text input. Uncontrolled, so that text typed before hydration isn't lost. */
export function TextField(props: TextFieldProps) {
  const { texts, rest } = splitFieldProps(props);
  const { type = 'text', ...attributes } = rest;
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
      <input
        key={parts.key}
        className="form-control"
        type={type}
        placeholder={EMPTY}
        {...constraintAttributes(props)}
        {...attributes}
        // Without it React clears the value at each render, and a browser then drops a half-typed date.
        defaultValue={parts.defaultValue ?? ''}
        {...controlAttributes(parts)}
      />
    </FieldFrame>
  );
}

/** A native date input. The value, `min` and `max` are YYYY-MM-DD. */
export function DateField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="date" />;
}

/**
 * A date and time with the browser's picker. Sends YYYY-MM-DDTHH:MM without a time zone. Let the browser validate the
 * form: a half-typed date would count as empty and clear the stored one.
 */
export function DateTimeField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="datetime-local" />;
}

type TextareaFieldProps = FieldSource &
  FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, OwnedByField>;

/** A multi-line text input that grows with its content in browsers that support it. */
export function TextareaField(props: TextareaFieldProps) {
  const { texts, rest } = splitFieldProps(props);
  const parts = fieldParts(props, texts);
  return (
    <FieldFrame parts={parts} texts={texts}>
      <textarea
        key={parts.key}
        className="form-control"
        rows={3}
        placeholder={EMPTY}
        defaultValue={parts.defaultValue}
        maxLength={props.field?.maxLength}
        {...rest}
        {...controlAttributes(parts)}
      />
    </FieldFrame>
  );
}
