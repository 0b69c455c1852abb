import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import type { DesignationListItem } from '#app/schemas/designation.ts';
import type { Criteria, DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';

/** The tables behind every read of designations, under the names that `DESIGNATION_COLUMNS` and the filters use. */
export const DESIGNATION_TABLES = `designation d
  join high_school h on h.id = d.high_school_id
  join academic_year y on y.id = d.academic_year_id
  join user_account u on u.id = d.submitted_by_id`;

export const DESIGNATION_COLUMNS = `d.id, d.class_size, d.criteria, d.criteria_comment, d.status, d.created_at, d.updated_at,
  d.high_school_id, h.name as high_school_name, d.academic_year_id, y.year,
  d.submitted_by_id, u.first_name as submitted_by_first_name, u.last_name as submitted_by_last_name,
  d.downloaded_at, d.accepted_terms_at is not null as accepted_terms, d.reasons, d.note, d.version`;

export interface DesignationRow {
  id: string;
  class_size: number | null;
  criteria: Criteria | null;
  criteria_comment: string | null;
  status: DesignationStatus;
  created_at: string;
  updated_at: string;
  high_school_id: string;
  high_school_name: string;
  academic_year_id: string;
  year: number;
  submitted_by_id: string;
  submitted_by_first_name: string;
  submitted_by_last_name: string;
  downloaded_at: string | null;
  accepted_terms: boolean;
  reasons: DecisionReason[];
  note: string | null;
  version: number;
}

/** A row as lists and REST answers show it. */
export function designationItemOf(row: DesignationRow): DesignationListItem {
  return {
    id: row.id,
    classSize: row.class_size,
    criteria: row.criteria,
    criteriaComment: row.criteria_comment,
    status: row.status,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    highSchoolId: row.high_school_id,
    highSchool: { id: row.high_school_id, name: row.high_school_name },
    academicYear: { id: row.academic_year_id, year: row.year },
    submittedBy: {
      id: row.submitted_by_id,
      firstName: row.submitted_by_first_name,
      lastName: row.submitted_by_last_name,
    },
    downloadedAt: toIsoOrNull(row.downloaded_at),
    acceptedTermsAndConditions: row.accepted_terms,
    reasons: row.reasons,
    note: row.note,
  };
}
