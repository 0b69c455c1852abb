import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from './timestamps.ts';

/** The field that a header was matched with in an earlier import of schools. */
export const SchoolImportHeaderEntity = defineEntity({
  name: 'SchoolImportHeader',
  tableName: 'school_import_header',
  properties: {
    /** The header's letters and digits. */
    header: p.text().primary(),
    /** A field of a list of schools, or that the column isn't imported. */
    field: p.text(),
    ...timestamps,
  },
});
export type SchoolImportHeader = InferEntity<typeof SchoolImportHeaderEntity>;
