import { z } from 'zod';
import { ResponseInstant, bodyWithReadOnly, requiredLine } from './fields.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormatName = (typeof EXPORT_FORMATS)[number];

export const PROFILE_NAME_MAX = 100;
/** More than there are columns. */
const PROFILE_COLUMNS_MAX = 100;

/** Query of every download: the kind of file. */
export const exportFormatShape = { format: z.enum(EXPORT_FORMATS).optional() };

/** Query of a download of designations. */
export const designationExportShape = {
  ...exportFormatShape,
  profile: z.string().trim().max(PROFILE_NAME_MAX).optional(),
};

export const ExportFormatQuerySchema = z.strictObject(exportFormatShape);
export const DesignationExportQuerySchema = z.strictObject(designationExportShape);

const CHOOSE_COLUMNS = 'Choose at least one column.';

const READ_ONLY = ['id', 'version', 'createdAt', 'updatedAt'] as const;

export const profileShape = {
  name: requiredLine('Name', PROFILE_NAME_MAX),
  columns: z
    .array(z.string().max(PROFILE_NAME_MAX), { error: CHOOSE_COLUMNS })
    .min(1, CHOOSE_COLUMNS)
    .max(PROFILE_COLUMNS_MAX)
    .refine((columns) => new Set(columns).size === columns.length, 'A column can be chosen only once.'),
};

/** A new export profile. Columns are headers of the workbook of designations, in order. */
export const ExportProfileCreateSchema = bodyWithReadOnly(profileShape, READ_ONLY);
export type ExportProfileCreate = z.output<typeof ExportProfileCreateSchema>;

export const ExportProfilePatchSchema = bodyWithReadOnly(
  { name: profileShape.name.optional(), columns: profileShape.columns.optional() },
  READ_ONLY,
);
export type ExportProfilePatch = z.output<typeof ExportProfilePatchSchema>;

export const ExportProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  columns: z.string().array(),
  version: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type ExportProfile = z.output<typeof ExportProfileSchema>;
