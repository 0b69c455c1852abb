import { type AddressRow, addressOfRow } from '#app/domain/address-row.ts';
import { toIso } from '#app/domain/instants.ts';
import type { Actor } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import type { HighSchoolListItem, HighSchoolRemark } from '#app/schemas/high-school.ts';

/** The columns of a high school (`hs`) that answers are made of. */
export const HIGH_SCHOOL_COLUMNS = `
  hs.id, hs.name, hs.phone, hs.fax, hs.notes, hs.status, hs.banner_code, hs.salesforce_id, hs.version,
  hs.created_at, hs.updated_at, hs.address_id, hs.address_address1, hs.address_address2, hs.address_city,
  hs.address_state, hs.address_zip5, hs.address_zip4, hs.address_firm_name, hs.address_urbanization,
  hs.address_status`;

/** How many designations of the school were approved, in all years (specification, section 9). */
export const DESIGNATION_COUNT = `(
  select count(*)::int from designation d where d.high_school_id = hs.id and d.status = 'APPROVED')`;

export interface HighSchoolRow extends AddressRow {
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
}

export type HighSchoolDetails = Omit<HighSchoolListItem, 'designationCount'>;

/** A school as it is stored. What is answered is `shownHighSchool`. */
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

const NO_REMARKS: Readonly<Record<HighSchoolRemark, string>> = { notes: '', salesforceId: '' };

/** A school as the actor is told of it: administrators' remarks are empty for everybody else (ADR 0020). */
export function shownHighSchool(actor: Actor, row: HighSchoolRow): HighSchoolDetails {
  const details = highSchoolOfRow(row);
  return can(actor, 'highSchool.readRemarks') ? details : { ...details, ...NO_REMARKS };
}
