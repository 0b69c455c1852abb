import type { FocusEvent } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { TextFieldProps } from '#app/components/forms/text-field.tsx';

/** A phone number, put into its form by `format` when the field is left. */
export function PhoneField({
  format,
  onBlur,
  ...props
}: TextFieldProps & { format: (typed: string) => string }) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const formatted = format(input.value);
    if (formatted !== input.value) typeInto(input, formatted);
    onBlur?.(event);
  };
  return <TextField autoComplete="tel" {...props} type="tel" onBlur={leave} />;
}

/** Sets a value as typing would: React, conform and the form's own listeners hear of it. */
function typeInto(input: HTMLInputElement, value: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
