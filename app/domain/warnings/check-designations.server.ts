import { IntervalJob, type JobServices, jobCtx } from '#app/domain/interval-job.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { designationResponse, findWithStudents } from '#app/domain/designations/get-designation.server.ts';
import { lockRows, tryLock } from '#app/domain/lock-queries.server.ts';
import { loadZipCodes, type ZipCodes } from '#app/domain/students/zip-codes.server.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { DesignationCheckEntity } from '#db/entities/designation-check.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DesignationWarningEntity } from '#db/entities/designation-warning.ts';
import {
  readCheckFacts,
  storeMatches,
  takeWaitingChecks,
  type CheckFacts,
} from './warning-queries.server.ts';
import { isDraftStatus } from '#app/domain/designations/edited-designation.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { classSizeQuestion } from '#app/messages/student-warning-messages.ts';
import { lookalikePairs } from '#app/students/same-student.ts';
import { ageWarning } from '#app/lib/time/age.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DesignationWarning } from '#app/schemas/designation-warnings.ts';

/** Checks changed designations within about a second. After a failure, which is logged once, it tries again. */
export function designationCheckJob(services: JobServices): IntervalJob {
  let hasFailed = false;
  const run = async (signal: AbortSignal) => {
    try {
      await checkDesignations(jobCtx(services), signal);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) services.log.error({ err: error }, "designations couldn't be checked for warnings");
      hasFailed = true;
    }
  };
  return new IntervalJob({ everyMs: 1000, run });
}

/** Changes per transaction. Designations saved meanwhile wait for it, so it is short. */
const BATCH_SIZE = 25;

/**
 * Checks the designations that changed since their last check, and stores their warnings and matches. One process checks
 * at a time, so that two lists saved at once are compared too. Returns how many were checked.
 */
export async function checkDesignations(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  // Loading the ZIP codes takes 80 MB of memory, which processes that only send emails do without.
  if (!(await isAnyWaiting(ctx))) return 0;
  let checked = 0;
  while (signal?.aborted !== true) {
    const some = await checkBatch(ctx);
    if (some === 0) break;
    checked += some;
  }
  return checked;
}

async function isAnyWaiting({ em }: Ctx): Promise<boolean> {
  const waiting = await em.find(DesignationCheckEntity, {}, { limit: 1, disableIdentityMap: true });
  return waiting.length > 0;
}

async function checkBatch(ctx: Ctx): Promise<number> {
  const zipCodes = await loadZipCodes();
  return inTransaction(ctx, async (tx) => {
    if (!(await tryLock(tx, 'designationChecks'))) return 0;
    const ids = await takeWaitingChecks(tx, BATCH_SIZE);
    if (ids.length === 0) return 0;
    // A purge that removes the warnings at the same moment must come before or after, not in between.
    await lockRows(tx, DesignationEntity, { id: { $in: ids } }, 'share');
    const facts = new Map((await readCheckFacts(tx, ids)).map((found) => [found.id, found]));
    const warnings = (await findWithStudents(tx, ids)).flatMap((read) => {
      const found = facts.get(read.designation.id);
      if (found === undefined || found.isPurged) return [];
      const designation = designationResponse(tx, read.designation, read.students);
      const savedOn = zonedDay(new Date(designation.updatedAt), tx.settings.timeZone);
      const kinds = ownWarnings(designation, { facts: found, zipCodes, savedOn });
      return kinds.map((kind) => ({ designation: designation.id, kind }));
    });
    await tx.em.nativeDelete(DesignationWarningEntity, {
      designation: { $in: ids },
      kind: { $ne: 'ON_OTHER_LIST' },
    });
    if (warnings.length > 0) await tx.em.insertMany(DesignationWarningEntity, warnings);
    await storeMatches(tx, ids);
    return ids.length;
  });
}

interface WarningContext {
  readonly facts: CheckFacts;
  readonly zipCodes: ZipCodes;
  /** The day it was last saved in the program's time zone, YYYY-MM-DD: a closed year's students don't grow too old. */
  readonly savedOn: string;
}

type OwnWarning = Exclude<DesignationWarning, 'ON_OTHER_LIST'>;

/** Returns the warnings about a designation that don't depend on other schools. A draft isn't called incomplete. */
function ownWarnings(
  designation: DesignationResponse,
  { facts, zipCodes, savedOn }: WarningContext,
): OwnWarning[] {
  const { classSize, status, students } = designation;
  const isWarned: Record<OwnWarning, boolean> = {
    APPROVED_BEFORE: facts.isApprovedBefore,
    LISTED_TWICE: lookalikePairs(students).length > 0,
    AGE: students.some(({ dateOfBirth }) => ageWarning(dateOfBirth, savedOn) !== null),
    INCOMPLETE: !isDraftStatus(status) && submissionIssues(designation, facts.previousCriteria).length > 0,
    CLASS_SIZE: classSizeQuestion(classSize, facts.previousClassSize) !== undefined,
    ZIP_CODE: students.some(({ address }) => zipCodes.warning(address) !== null),
  };
  return (Object.keys(isWarned) as OwnWarning[]).filter((kind) => isWarned[kind]);
}
