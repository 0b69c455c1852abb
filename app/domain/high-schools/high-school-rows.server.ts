import { toIso } from '#app/domain/instants.ts';
import type { AddressAnswer } from '#app/schemas/address.ts';
import type { ActivityStatus, AddressStatus } from '#app/schemas/enums.ts';
import type { HighSchoolListItem } from '#app/schemas/high-school.ts';

/** The columns of a high school (`hs`) that answers are made of. */
export const HIGH_SCHOOL_COLUMNS = `
  hs.id, hs.name, hs.phone, hs.fax, hs.notes, hs.status, hs.banner_code, hs.salesforce_id, hs.version,
  hs.created_at, hs.updated_at, hs.address_id, hs.address_address1, hs.address_address2, hs.address_city,
  hs.address_state, hs.address_zip5, hs.address_zip4, hs.address_firm_name, hs.address_urbanization,
  hs.address_status`;

/** How many designations of the school were approved, in all years (specification, section 9). */
export const DESIGNATION_COUNT = `(
  select count(*)::int from designation d where d.high_school_id = hs.id and d.status = 'APPROVED')`;

export interface HighSchoolRow {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly fax: string | null;
  readonly notes: string;
  readonly status: ActivityStatus;
  readonly banner_code: string;
  readonly salesforce_id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly address_id: string;
  readonly address_address1: string;
  readonly address_address2: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip5: string;
  readonly address_zip4: string;
  readonly address_firm_name: string;
  readonly address_urbanization: string;
  readonly address_status: AddressStatus;
}

export type HighSchoolDetails = Omit<HighSchoolListItem, 'designationCount'>;

export function highSchoolOfRow(row: HighSchoolRow): HighSchoolDetails {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    fax: row.fax,
    notes: row.notes,
    status: row.status,
    bannerCode: row.banner_code,
    salesforceId: row.salesforce_id,
    address: addressOfRow(row),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

function addressOfRow(row: HighSchoolRow): AddressAnswer {
  return {
    id: row.address_id,
    address1: row.address_address1,
    address2: row.address_address2,
    city: row.address_city,
    state: row.address_state,
    zip5: row.address_zip5,
    zip4: row.address_zip4,
    firmName: row.address_firm_name,
    urbanization: row.address_urbanization,
    status: row.address_status,
  };
}
