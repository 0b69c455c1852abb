import { z } from 'zod';
import { AcademicYearAnswerSchema, ExtensionAnswerSchema } from './academic-year.ts';
import { DesignationRowSchema } from './designation-screens.ts';
import { FlashSchema } from './flash.ts';
import { RolloverReportSchema } from './rollover.ts';
import { TimelineSchema } from './timeline.ts';

/** What the loaders of the screens of academic years answer; only what is named here reaches the browser. */

/** A rollover that can be taken back, with what goes away. */
export const UndoableRolloverSchema = z.object({
  active: AcademicYearAnswerSchema.pick({ id: true, year: true, version: true }),
  closed: AcademicYearAnswerSchema.pick({ year: true }).nullable(),
  isNew: z.boolean(),
  extensions: z.number(),
  reminderRules: z.number(),
});
export type UndoableRolloverAnswer = z.output<typeof UndoableRolloverSchema>;

export const YearRowSchema = AcademicYearAnswerSchema.pick({
  id: true,
  year: true,
  status: true,
  opensAt: true,
  dueAt: true,
  version: true,
});
export type YearRow = z.output<typeof YearRowSchema>;

export const YearsScreenSchema = z.object({
  /** Newest first. */
  years: z.array(YearRowSchema),
  total: z.number(),
  /** From 1. */
  page: z.number(),
  /** Whichever years are ACTIVE, on this page or another: one, unless something is wrong. */
  active: z.array(AcademicYearAnswerSchema.pick({ id: true, year: true })),
  /** How many of the first one's designations are undecided. */
  undecided: z.number(),
  /** The active year's designations, the first page of them; null where there are none. */
  designations: z.object({ rows: z.array(DesignationRowSchema), total: z.number() }).nullable(),
  /** The last rollover, as long as it can be undone. */
  undoable: UndoableRolloverSchema.nullable(),
  /** The current calendar year in the product's time zone. */
  calendarYear: z.number(),
  flash: z.array(FlashSchema),
});

export type YearsAnswer = z.output<typeof YearsScreenSchema>;

export const ListedExtensionSchema = ExtensionAnswerSchema.pick({
  highSchoolId: true,
  dueAt: true,
  reason: true,
  grantedBy: true,
}).extend({ highSchoolName: z.string() });
export type ListedExtensionAnswer = z.output<typeof ListedExtensionSchema>;

export const YearDetailsSchema = AcademicYearAnswerSchema.omit({ createdAt: true, updatedAt: true });
export type YearDetailsAnswer = z.output<typeof YearDetailsSchema>;

export const YearScreenSchema = z.object({
  year: YearDetailsSchema,
  /** How many designations the year has. */
  designations: z.number(),
  /** A page of them, by school. */
  extensions: z.array(ListedExtensionSchema),
  extensionTotal: z.number(),
  /** The page of extensions, from 1. */
  page: z.number(),
  timeline: TimelineSchema,
  flash: z.array(FlashSchema),
});

export type YearAnswer = z.output<typeof YearScreenSchema>;

export const RolloverScreenSchema = z.object({
  /** The year to begin, as the address has it, or the one after the active year. */
  year: z.string(),
  /** Why that is no year. */
  refusal: z.string().nullable(),
  /** What will happen. */
  report: RolloverReportSchema.nullable(),
});
