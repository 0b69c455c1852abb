import { TextField } from '#app/components/forms/text-field.tsx';
import type { TextFieldProps } from '#app/components/forms/text-field.tsx';

/** A native date input. The value, `min` and `max` are YYYY-MM-DD. */
export function DateField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="date" />;
}
