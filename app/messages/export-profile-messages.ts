/** Messages about export profiles. */
export const EXPORT_PROFILE_MESSAGES = {
  unknown: (name: string) => `There's no export profile named “${name}”. Choose another one.`,
  unknownColumns: (columns: readonly string[]) =>
    `These columns don't exist: ${columns.join(', ')}. Use the headers of the Excel workbook.`,
  nameUsed: (name: string) => `There's already an export profile named “${name}”. Choose another name.`,
  created: 'The export profile has been created.',
  deleted: 'The export profile has been deleted.',
} as const;
