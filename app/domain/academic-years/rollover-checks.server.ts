import type { Ctx } from '#app/domain/ctx.server.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { RolloverChecks } from '#app/schemas/rollover.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import {
  countRolloverChecks,
  listBouncedAccounts,
  listSchoolsWithoutStaff,
} from './academic-year-queries.server.ts';

/** Names that a check shows; the rest is counted. */
const SHOWN_MAX = 20;

/**
 * What an administrator should know before a year is closed: its designations that are not decided, the active schools that
 * nobody is staff of or invited to, and the addresses of accounts that mail came back from. The caller has asked permission.
 *
 * @param closed the year that will be closed; null where there is none
 */
export async function readRolloverChecks(
  ctx: Ctx,
  closed: AcademicYearAnswer | null,
): Promise<RolloverChecks> {
  const counts = await countRolloverChecks(ctx, closed?.id ?? null);
  const schools = await listSchoolsWithoutStaff(ctx, SHOWN_MAX);
  const addresses = await listBouncedAccounts(ctx, SHOWN_MAX);
  const dueAt = closed?.dueAt ?? null;
  return {
    dueAhead: dueAt !== null && Date.parse(dueAt) > ctx.now().getTime() ? dueAt : null,
    openDesignations: { STARTED: counts.started, PENDING: counts.pending, RETURNED: counts.returned },
    schoolsWithoutStaff: { total: counts.withoutStaff, shown: schools },
    bouncedAddresses: { total: counts.bounced, shown: addresses },
  };
}

/** How many designations of a year are neither approved nor rejected; the caller has asked permission. */
export async function countUndecided(ctx: Ctx, yearId: string | null): Promise<number> {
  const undecided = { $in: ['STARTED', 'PENDING', 'RETURNED'] } as const;
  return ctx.em.count(DesignationEntity, { academicYear: yearId, status: undecided });
}
