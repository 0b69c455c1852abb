import type { z } from 'zod';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { NoteFormSchema } from '#app/schemas/internal-note.ts';
import { SnoozeFormSchema } from '#app/schemas/school-snooze.ts';

/** Client-side validation of notes and snoozes. Imports the schemas, so load this module on demand. */
export const checkNote: Check<z.output<typeof NoteFormSchema>> = (form) =>
  parseForm(form, { schema: NoteFormSchema });

export const checkSnooze: Check<z.output<typeof SnoozeFormSchema>> = (form) =>
  parseForm(form, { schema: SnoozeFormSchema });
