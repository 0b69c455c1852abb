import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { ANSWERED_RELATIONS, designationAnswer } from '#app/domain/designations/get-designation.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { loadZipCodes } from '#app/domain/students/zip-codes.server.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DesignationWarningEntity } from '#db/entities/designation-warning.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';
import { readCheckFacts, storeMatches, takeWaitingChecks } from './designation-check-queries.server.ts';
import { ownWarnings } from './own-warnings.ts';

/** Changes per transaction. Designations saved meanwhile wait for it, so it is short. */
const CHANGES_AT_A_TIME = 25;

/**
 * Checks the designations that changed since their last check, and stores their warnings and matches. Each check sees
 * every list saved before it, and checks run one after another, so that two lists saved at once are compared too.
 * Returns how many were checked; 0 if none wait or another process checks them.
 */
export async function checkDesignations(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let checked = 0;
  while (signal?.aborted !== true) {
    const some = await checkSome(ctx);
    if (some === 0) break;
    checked += some;
  }
  return checked;
}

async function checkSome(ctx: Ctx): Promise<number> {
  const zipCodes = await loadZipCodes();
  return inTransaction(ctx, async (tx) => {
    if (!(await tryLock(tx, 'designationChecks'))) return 0;
    const ids = await takeWaitingChecks(tx, CHANGES_AT_A_TIME);
    if (ids.length === 0) return 0;
    const facts = new Map((await readCheckFacts(tx, ids)).map((found) => [found.id, found]));
    const warnings = (await findDesignations(tx, ids)).flatMap((designation) => {
      const found = facts.get(designation.id);
      if (found === undefined || found.isPurged) return [];
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

async function findDesignations(tx: Ctx, ids: readonly string[]) {
  const { em } = tx;
  const designations = await em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    { populate: ANSWERED_RELATIONS, disableIdentityMap: true },
  );
  const students = await em.find(
    StudentEntity,
    { designation: { $in: [...ids] } },
    { orderBy: { designation: 'asc', position: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const lists = new Map<string, Student[]>();
  for (const student of students) {
    const id = student.designation.id;
    lists.set(id, [...(lists.get(id) ?? []), student]);
  }
  return designations.map((designation) =>
    designationAnswer(tx, designation, lists.get(designation.id) ?? []),
  );
}
