import { TextField } from '#app/components/forms/text-field.tsx';
import type { TextFieldProps } from '#app/components/forms/text-field.tsx';

/** A day, with the browser's own picker; sends YYYY-MM-DD. `min` and `max` are YYYY-MM-DD too. */
export function DateField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="date" />;
}
