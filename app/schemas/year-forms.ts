import { z } from 'zod';
import { isWallClock } from '#app/lib/time/wall-clock.ts';
import { AcademicYearCreateSchema } from './academic-year.ts';
import { ofEachField } from './field-tables.ts';
import { line, requiredLine, Uuid } from './fields.ts';
import { RolloverSchema } from './rollover.ts';
import { versionedIdField } from './versioned-id-field.ts';
import { YEAR_DATES } from './year-fields.ts';

/** The forms of the screens of academic years; `intent` is the button that was pressed. */

/** The year to make ACTIVE as it was shown, and the one that was ACTIVE then, if any. */
export const ChooseYearFormSchema = z.strictObject({
  intent: z.literal('choose'),
  chosen: versionedIdField('Choose the academic year to make active.'),
  instead: Uuid.optional(),
});

export const AddYearFormSchema = AcademicYearCreateSchema.pick({ year: true }).extend({
  intent: z.literal('add'),
});

/** The year that the rollover began, as it was shown. */
export const UndoRolloverFormSchema = z.strictObject({
  intent: z.literal('undo'),
  begun: versionedIdField('Must be an academic year.'),
});

/** Beyond these, a time of another zone could leave the years of this product (1900 to 2999). */
const [EARLIEST, LATEST] = ['1900-01-02T00:00', '2999-12-30T23:59'];

/** A date and a time as the program's calendar and clock show them; which instant that is depends on the time zone. */
const TypedTime = z
  .string({ error: 'Enter a date and a time.' })
  .refine(isWallClock, { error: 'Enter a date and a time, like 2026-11-30T23:59.', abort: true })
  .refine((text) => text >= EARLIEST && text <= LATEST, 'Enter a date between 1900 and 2999.');

/** The year's version as it was shown. */
const version = z.number().int();

/** A year's dates; an empty field clears its date. */
export const YearDatesFormSchema = z.strictObject({
  intent: z.literal('dates'),
  version,
  ...ofEachField(YEAR_DATES, () => TypedTime.optional()),
});
export type YearDatesForm = z.output<typeof YearDatesFormSchema>;

export const DeleteYearFormSchema = z.strictObject({ intent: z.literal('delete'), version });

/** A later due date for a school: one that was chosen, or the name that was typed. */
export const ExtensionFormSchema = z.strictObject({
  intent: z.literal('grant'),
  highSchoolId: Uuid.optional(),
  highSchoolName: line(200).default(''),
  dueAt: TypedTime,
  reason: requiredLine('Reason', 500),
});
export type ExtensionForm = z.output<typeof ExtensionFormSchema>;

export const RevokeExtensionFormSchema = z.strictObject({ intent: z.literal('revoke'), highSchoolId: Uuid });

/** The rollover that was shown. */
export const RolloverFormSchema = RolloverSchema.extend({
  intent: z.literal('begin'),
  plan: z.string().max(100),
});
