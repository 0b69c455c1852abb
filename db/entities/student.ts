import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { foldedSql } from '#db/folded-sql.ts';
import { searchIndexSql } from '#db/search-key-sql.ts';
import { DesignationEntity } from './designation.ts';
import { PostalAddressEntity } from './postal-address.ts';
import { timestamps } from './timestamps.ts';

/** A designated student (specification, section 3). In a draft, any text may be empty and the birth date missing. */
export const StudentEntity = defineEntity({
  name: 'Student',
  tableName: 'student',
  properties: {
    id: p.uuid().primary(),
    designation: () => p.manyToOne(DesignationEntity).deleteRule('cascade').updateRule('no action'),
    position: p.integer(),
    first: p.text().default(''),
    middle: p.text().default(''),
    last: p.text().default(''),
    preferred: p.text().default(''),
    dateOfBirth: p.date().nullable(),
    twin: p.boolean().default(false),
    phone: p.text().default(''),
    email: p.text().default(''),
    parentEmail: p.text().default(''),
    address: () => p.embedded(PostalAddressEntity).prefix('address_'),
    ...timestamps,
  },
  checks: [
    { name: 'student_position_check', expression: 'position >= 0' },
    { name: 'student_date_of_birth_check', expression: "date_of_birth >= '1900-01-01'::date" },
  ],
  indexes: [
    { name: 'student_designation_index', properties: ['designation', 'position'] },
    {
      name: 'student_match_index',
      expression: `create index "student_match_index" on "student" ("date_of_birth", (${foldedSql('"last"')}))`,
    },
    { name: 'student_search_index', expression: searchIndexSql('student') },
  ],
});
export type Student = InferEntity<typeof StudentEntity>;
