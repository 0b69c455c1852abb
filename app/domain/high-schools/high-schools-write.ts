import type { HighSchoolDetails } from '#app/domain/high-schools/high-school-rows.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

const FIELD_COLUMNS = [
  'name',
  'phone',
  'fax',
  'notes',
  'status',
  'banner_code',
  'salesforce_id',
  'address_id',
  'address_address1',
  'address_address2',
  'address_city',
  'address_state',
  'address_zip5',
  'address_zip4',
  'address_firm_name',
  'address_urbanization',
  'address_status',
  'updated_at',
] as const;
const COLUMNS = ['id', ...FIELD_COLUMNS, 'created_at'].join(', ');
const CHANGES = FIELD_COLUMNS.map((column) => `${column} = changed.${column}`).join(', ');

/** The write that adds these schools. */
export function highSchoolsInsert(schools: readonly HighSchoolDetails[]): SqlFragment {
  return {
    sql: `insert into high_school (${COLUMNS})
          select ${COLUMNS} from json_populate_recordset(null::high_school, ?::json)`,
    params: [JSON.stringify(schools.map(rowOf))],
  };
}

/** The write that makes these schools, which are there, what they are here, each with its next version. */
export function highSchoolsUpdate(schools: readonly HighSchoolDetails[]): SqlFragment {
  return {
    sql: `update high_school hs set ${CHANGES}, version = hs.version + 1
            from json_populate_recordset(null::high_school, ?::json) changed where hs.id = changed.id`,
    params: [JSON.stringify(schools.map(rowOf))],
  };
}

function rowOf(school: HighSchoolDetails) {
  const { address } = school;
  return {
    id: school.id,
    name: school.name,
    phone: school.phone,
    fax: school.fax,
    notes: school.notes,
    status: school.status,
    banner_code: school.bannerCode,
    salesforce_id: school.salesforceId,
    address_id: address.id,
    address_address1: address.address1,
    address_address2: address.address2,
    address_city: address.city,
    address_state: address.state,
    address_zip5: address.zip5,
    address_zip4: address.zip4,
    address_firm_name: address.firmName,
    address_urbanization: address.urbanization,
    address_status: address.status,
    created_at: school.createdAt,
    updated_at: school.updatedAt,
  } satisfies Record<'id' | 'created_at' | (typeof FIELD_COLUMNS)[number], string | null>;
}
