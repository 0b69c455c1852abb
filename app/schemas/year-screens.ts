import { z } from 'zod';
import { AcademicYearResponseSchema, ExtensionResponseSchema } from './academic-year.ts';
import { DesignationRowSchema } from './designation-screens.ts';
import { FlashSchema } from './flash.ts';
import { RolloverReportSchema } from './rollover.ts';
import { TimelineSchema } from './timeline.ts';

/** Data of the academic year screens; only the fields listed here reach the browser. */

/** A rollover that can be undone, with what that would remove. */
export const UndoableRolloverSchema = z.object({
  active: AcademicYearResponseSchema.pick({ id: true, year: true, version: true }),
  closed: AcademicYearResponseSchema.pick({ year: true }).nullable(),
  isNew: z.boolean(),
  extensions: z.number(),
  reminderRules: z.number(),
});
export type UndoableRolloverResponse = z.output<typeof UndoableRolloverSchema>;

export const YearRowSchema = AcademicYearResponseSchema.pick({
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
  /** All ACTIVE years, on this page or another; normally one. */
  active: z.array(AcademicYearResponseSchema.pick({ id: true, year: true })),
  /** Number of undecided designations of the first active year. */
  undecided: z.number(),
  /** The active year's designations, first page; null if there are none. */
  designations: z.object({ rows: z.array(DesignationRowSchema), total: z.number() }).nullable(),
  /** The last rollover, if it can still be undone. */
  undoable: UndoableRolloverSchema.nullable(),
  /** The current calendar year in the program's time zone. */
  calendarYear: z.number(),
  flash: z.array(FlashSchema),
});

export type YearsResponse = z.output<typeof YearsScreenSchema>;

export const ListedExtensionSchema = ExtensionResponseSchema.pick({
  highSchoolId: true,
  dueAt: true,
  reason: true,
  grantedBy: true,
}).extend({ highSchoolName: z.string() });
export type ListedExtensionResponse = z.output<typeof ListedExtensionSchema>;

export const YearDetailsSchema = AcademicYearResponseSchema.omit({ createdAt: true, updatedAt: true });
export type YearDetailsResponse = z.output<typeof YearDetailsSchema>;

export const YearScreenSchema = z.object({
  year: YearDetailsSchema,
  /** Total number. */
  designations: z.number(),
  /** One page, by school. */
  extensions: z.array(ListedExtensionSchema),
  extensionTotal: z.number(),
  /** Page of the extensions, from 1. */
  page: z.number(),
  timeline: TimelineSchema,
  flash: z.array(FlashSchema),
});

export type YearResponse = z.output<typeof YearScreenSchema>;

export const RolloverScreenSchema = z.object({
  /** The year in the URL, or the one after the active year. */
  year: z.string(),
  refusal: z.string().nullable(),
  report: RolloverReportSchema.nullable(),
});
