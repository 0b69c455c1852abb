import { TextField } from '#app/components/forms/text-field.tsx';
import type { TextFieldProps } from '#app/components/forms/text-field.tsx';

/**
 * A day and a time of day, with the browser's own picker; sends YYYY-MM-DDTHH:MM, in no time zone. A form with it must let the browser
 * check it: half a date counts as none, and would clear what is there.
 */
export function DateTimeField(props: TextFieldProps) {
  return <TextField width="sm" {...props} type="datetime-local" />;
}
