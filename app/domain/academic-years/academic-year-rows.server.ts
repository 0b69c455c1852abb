import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';

/** The columns of an academic year that answers are made of. */
export const YEAR_COLUMNS =
  'id, year, status, opens_at, early_due_at, due_at, corrections_due_at, version, created_at, updated_at';

export interface AcademicYearRow {
  readonly id: string;
  readonly year: number;
  readonly status: ActivityStatus;
  readonly opens_at: string | null;
  readonly early_due_at: string | null;
  readonly due_at: string | null;
  readonly corrections_due_at: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export function yearOfRow(row: AcademicYearRow): AcademicYearAnswer {
  return {
    id: row.id,
    year: row.year,
    status: row.status,
    opensAt: toIsoOrNull(row.opens_at),
    earlyDueAt: toIsoOrNull(row.early_due_at),
    dueAt: toIsoOrNull(row.due_at),
    correctionsDueAt: toIsoOrNull(row.corrections_due_at),
    version: row.version,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}
