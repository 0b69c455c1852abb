import type { FocusEvent, KeyboardEvent } from 'react';
import { TextField, type TextFieldProps } from '#app/components/forms/text-field.tsx';

/** A phone number input, formatted with `format` on blur and when Enter submits the form. */
export function PhoneField({
  format,
  onBlur,
  ...props
}: TextFieldProps & { format: (typed: string) => string }) {
  const tidy = (input: HTMLInputElement) => {
    const formatted = format(input.value);
    if (formatted !== input.value) typeInto(input, formatted);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    tidy(event.currentTarget);
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') tidy(event.currentTarget);
  };
  return <TextField autoComplete="tel" {...props} type="tel" onBlur={leave} onKeyDown={press} />;
}

/** Sets a value as if typed: React, conform and the form's own listeners receive the event. */
export function typeInto(
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
