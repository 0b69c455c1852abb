import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps, version } from './timestamps.ts';

/** A choice and order of columns for exports of designations. */
export const ExportProfileEntity = defineEntity({
  name: 'ExportProfile',
  tableName: 'export_profile',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    /** Headers of the CSV file, in order. */
    columns: p.array().$type<string[]>(),
    version,
    ...timestamps,
  },
  checks: [
    { name: 'export_profile_name_check', expression: "btrim(name) <> ''" },
    { name: 'export_profile_columns_check', expression: 'cardinality(columns) > 0' },
  ],
  indexes: [
    {
      name: 'export_profile_name_unique',
      expression: 'create unique index "export_profile_name_unique" on "export_profile" (lower("name"))',
    },
  ],
});
export type ExportProfile = InferEntity<typeof ExportProfileEntity>;
