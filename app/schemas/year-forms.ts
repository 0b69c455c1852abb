import { z } from 'zod';
import { isWallClock } from '#app/lib/time/wall-clock.ts';
import { AcademicYearCreateSchema } from './academic-year.ts';
import { ofEachField } from './field-tables.ts';
import { line, requiredLine, Uuid, versionedIdField } from './fields.ts';
import { RolloverSchema } from './rollover.ts';
import { YEAR_DATES } from './year-fields.ts';

/** Forms of the academic year screens; `intent` is the button clicked. */

/** The year to make ACTIVE at the version shown, and the one that was ACTIVE then, if any. */
export const ChooseYearFormSchema = z.strictObject({
  intent: z.literal('choose'),
  chosen: versionedIdField('Choose the academic year to make active.'),
  instead: Uuid.optional(),
});
export type ChooseYearFields = z.input<typeof ChooseYearFormSchema>;
export type ChooseYearForm = z.output<typeof ChooseYearFormSchema>;

export const AddYearFormSchema = AcademicYearCreateSchema.pick({ year: true }).extend({
  intent: z.literal('add'),
});
export type AddYearForm = z.output<typeof AddYearFormSchema>;

/** The year that the rollover began, at the version shown. */
export const UndoRolloverFormSchema = z.strictObject({
  intent: z.literal('undo'),
  begun: versionedIdField('Must be an academic year.'),
});

/** Beyond these, the time in some zone could fall outside 1900 to 2999. */
const [EARLIEST, LATEST] = ['1900-01-02T00:00', '2999-12-30T23:59'];

/** Local date and time in the program's time zone. */
const TypedTime = z
  .string({ error: 'Enter a date and a time.' })
  .refine(isWallClock, { error: 'Enter a date and time, such as 2026-11-30T23:59.', abort: true })
  .refine((text) => text >= EARLIEST && text <= LATEST, 'Enter a date between 1900 and 2999.');

const version = z.number().int();

/** An empty field clears its date. */
export const YearDatesFormSchema = z.strictObject({
  intent: z.literal('dates'),
  version,
  ...ofEachField(YEAR_DATES, () => TypedTime.optional()),
});
export type YearDatesForm = z.output<typeof YearDatesFormSchema>;

export const DeleteYearFormSchema = z.strictObject({ intent: z.literal('delete'), version });

/** A later due date for a school, which was selected or typed by name. */
export const ExtensionFormSchema = z.strictObject({
  intent: z.literal('grant'),
  highSchoolId: Uuid.optional(),
  highSchoolName: line(200).default(''),
  dueAt: TypedTime,
  reason: requiredLine('Reason', 500),
});
export type ExtensionForm = z.output<typeof ExtensionFormSchema>;

export const RevokeExtensionFormSchema = z.strictObject({ intent: z.literal('revoke'), highSchoolId: Uuid });

/** `plan` identifies the rollover that was shown. */
export const RolloverFormSchema = RolloverSchema.extend({
  intent: z.literal('begin'),
  plan: z.string().max(100),
});
