import { TextField } from '#app/components/forms/text-field.tsx';
import type { TextFieldProps } from '#app/components/forms/text-field.tsx';

/**
 * A date and time with the browser's picker. Sends YYYY-MM-DDTHH:MM without a time zone. Let the browser validate the
 * form: a half-typed date would count as empty and clear the stored one.
 */
export function DateTimeField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="datetime-local" />;
}
