import { z } from 'zod';
import { bodyWithReadOnly } from './fields.ts';

const Until = z.iso.date({ error: 'Enter a date, like 2027-01-19.' });

/** Until when a school is at the end of the outstanding schools, YYYY-MM-DD. */
export const SnoozeSchema = bodyWithReadOnly({ until: Until }, ['highSchoolId']);

export const SnoozeFormSchema = z.strictObject({ intent: z.literal('snooze'), until: Until });

export const SnoozeResponseSchema = z.object({ highSchoolId: z.string(), until: z.iso.date() });
export type SnoozeResponse = z.output<typeof SnoozeResponseSchema>;
