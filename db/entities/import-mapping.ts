import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { HighSchoolEntity } from './high-school.ts';
import { timestamps } from './timestamps.ts';

/** How a school's last import was matched: each header with its column. */
export const ImportMappingEntity = defineEntity({
  name: 'ImportMapping',
  tableName: 'import_mapping',
  properties: {
    highSchool: () => p.oneToOne(HighSchoolEntity).primary().deleteRule('cascade').updateRule('no action'),
    columns: p.json().$type<Record<string, string>>().defaultRaw("'{}'::jsonb"),
    ...timestamps,
  },
});
export type ImportMapping = InferEntity<typeof ImportMappingEntity>;
