import { z } from 'zod';
import { ExportProfileSchema, profileShape } from './export.ts';
import { FlashSchema } from './flash.ts';
import { TimelineSchema } from './timeline.ts';

/** The columns that a profile can choose, in the order of the workbook. */
const ExportColumnSchema = z.object({
  header: z.string(),
  /** Whether it discloses a student's data. */
  isOfStudent: z.boolean(),
});
export type ExportColumn = z.output<typeof ExportColumnSchema>;

export const ExportProfileListScreenSchema = z.object({
  profiles: ExportProfileSchema.array(),
  columns: ExportColumnSchema.array(),
  flash: FlashSchema.array(),
});

export const ExportProfileScreenSchema = z.object({
  profile: ExportProfileSchema,
  columns: ExportColumnSchema.array(),
  timeline: TimelineSchema,
  flash: FlashSchema.array(),
});

export const NewProfileFormSchema = z.strictObject({ intent: z.literal('create'), ...profileShape });
export type NewProfileForm = z.output<typeof NewProfileFormSchema>;

export const ProfileFormSchema = z.strictObject({
  intent: z.literal('save'),
  version: z.number().int(),
  ...profileShape,
});
export type ProfileForm = z.output<typeof ProfileFormSchema>;

export const DeleteProfileFormSchema = z.strictObject({
  intent: z.literal('delete'),
  version: z.number().int(),
});
