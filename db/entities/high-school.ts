import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ACTIVITY_STATUSES } from '#app/schemas/enums.ts';
import { searchIndexSql } from '#db/search-key-sql.ts';
import { PostalAddressEntity } from './postal-address.ts';
import { timestamps, version } from './timestamps.ts';

/** A high school (specification, section 3). Only ACTIVE ones designate. */
export const HighSchoolEntity = defineEntity({
  name: 'HighSchool',
  tableName: 'high_school',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    phone: p.text(),
    fax: p.text().nullable(),
    notes: p.text().default(''),
    status: p.enum([...ACTIVITY_STATUSES]).default('INACTIVE'),
    bannerCode: p.text().default(''),
    salesforceId: p.text().default(''),
    address: () => p.embedded(PostalAddressEntity).prefix('address_'),
    version,
    ...timestamps,
  },
  checks: [{ name: 'high_school_name_check', expression: "btrim(name) <> ''" }],
  indexes: [
    {
      name: 'high_school_name_index',
      expression: 'create index "high_school_name_index" on "high_school" ("name" collate "und-x-icu", "id")',
    },
    {
      name: 'high_school_phone_index',
      expression: 'create index "high_school_phone_index" on "high_school" ("phone", "id")',
    },
    {
      name: 'high_school_fax_index',
      expression: 'create index "high_school_fax_index" on "high_school" ("fax", "id")',
    },
    {
      name: 'high_school_status_index',
      expression: 'create index "high_school_status_index" on "high_school" ("status")',
    },
    {
      name: 'high_school_banner_code_index',
      expression: 'create index "high_school_banner_code_index" on "high_school" ("banner_code")',
    },
    { name: 'high_school_search_index', expression: searchIndexSql('high_school') },
  ],
});
export type HighSchool = InferEntity<typeof HighSchoolEntity>;
