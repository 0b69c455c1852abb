import type { Ctx } from '#app/domain/ctx.server.ts';
import type { ListRow } from './list-row.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import type { DesignationImportField } from '#app/schemas/designation-import.ts';
import {
  CLASS_SIZE_MESSAGE,
  ClassSize,
  CriteriaComment,
  DecisionNote,
  type DesignationResponse,
} from '#app/schemas/designation.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import {
  CRITERIA,
  CRITERIA_LABELS,
  DECISION_REASON_LABELS,
  DECISION_REASONS,
  type DecisionReason,
  DESIGNATION_STATUS_LABELS,
  DESIGNATION_STATUSES,
  type DesignationStatus,
} from '#app/schemas/enums.ts';
import { AccountEmail, line } from '#app/schemas/fields.ts';

/** What a list says about a designation, besides its school and students. Times are ISO 8601 in UTC. */
export interface ListedFacts extends Readonly<Pick<DesignationResponse, MethodField>> {
  readonly id: string | null;
  readonly year: number;
  readonly status: DesignationStatus;
  /** Empty if it's a problem. */
  readonly submittedByEmail: string;
  readonly createdAt: string | null;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly updatedAt: string | null;
  readonly downloadedAt: string | null;
  readonly acceptedTermsAt: string | null;
  readonly acceptedTermsVersion: string | null;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
}

interface FactsReading {
  readonly ctx: Pick<Ctx, 'now' | 'settings'>;
  readonly year: number;
  readonly hasId: boolean;
  readonly status?: DesignationStatus | undefined;
  readonly submittedBy?: string | undefined;
}

const TERMS_VERSION_MAX = 100;

/** Reads a designation from its first row, and reports what is wrong. */
export function readListedFacts(
  row: ListRow<DesignationImportField>,
  { ctx: { now, settings }, year, hasId, ...defaults }: FactsReading,
): ListedFacts {
  const clock = { now: now(), timeZone: settings.timeZone };
  const status = row.oneOf('status', DESIGNATION_STATUSES, DESIGNATION_STATUS_LABELS);
  if (row.text('status') === '' && defaults.status === undefined) {
    row.report('status', IMPORT_MESSAGES.statusMissing);
  }
  const submitter = row.parse('submittedByEmail', AccountEmail);
  if (row.text('submittedByEmail') === '' && defaults.submittedBy === undefined) {
    row.report('submittedByEmail', IMPORT_MESSAGES.submitterMissing);
  }
  const acceptedTermsAt = row.instant('acceptedTermsAt', clock);
  const acceptedTermsVersion = row.parse('acceptedTermsVersion', line(TERMS_VERSION_MAX));
  if ((row.text('acceptedTermsAt') === '') !== (row.text('acceptedTermsVersion') === '')) {
    row.report('acceptedTermsAt', IMPORT_MESSAGES.termsIncomplete);
  }
  return {
    id: hasId ? row.id('designationId') : null,
    year,
    status: status ?? defaults.status ?? 'STARTED',
    classSize: row.read('classSize', classSizeOf, CLASS_SIZE_MESSAGE),
    criteria: row.oneOf('criteria', CRITERIA, CRITERIA_LABELS),
    criteriaComment: row.parse('criteriaComment', CriteriaComment),
    submittedByEmail: submitter ?? defaults.submittedBy ?? '',
    createdAt: row.instant('createdAt', clock),
    submittedAt: row.instant('submittedAt', clock),
    decidedAt: row.instant('decidedAt', clock),
    updatedAt: row.instant('updatedAt', clock),
    downloadedAt: row.instant('downloadedAt', clock),
    acceptedTermsAt,
    acceptedTermsVersion,
    reasons: row.someOf('reasons', DECISION_REASONS, DECISION_REASON_LABELS),
    note: row.parse('note', DecisionNote),
  };
}

function classSizeOf(cell: string): number | null {
  return /^\d{1,6}$/.test(cell) ? (ClassSize.safeParse(Number(cell)).data ?? null) : null;
}
