import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type HighSchoolChange, storeHighSchoolChanges } from './change-high-school.server.ts';
import { addHighSchool } from './create-high-school.server.ts';
import { acquireLock } from '#app/domain/lock-queries.server.ts';
import { type ImportChoices, planSchoolImport, type SchoolStep } from './plan-school-import.server.ts';
import { rememberImportHeaders } from './school-import-headers.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { SchoolImportPlan } from '#app/schemas/school-import.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { withinLimits } from '#db/work-limits.server.ts';

interface SchoolListToImport {
  readonly bytes: Uint8Array;
  /** From the dry run. */
  readonly plan: string;
  /** The name of the list's file, for events; null if it isn't known. */
  readonly importedFrom?: string | null;
}

/**
 * Imports a list of schools as previewed, in one transaction with events. Skips rows with errors and rows
 * that resemble a school without a choice. `plan` is from the dry run. Remembers chosen columns. For administrators.
 * @throws {VersionConflict} when the list or a matched school has changed since the dry run
 * @throws {Invalid} on ['list'] when it isn't a list of schools
 */
export async function importSchools(
  ctx: Ctx,
  { bytes, plan, choices, columns, importedFrom = null }: ImportChoices & SchoolListToImport,
): Promise<SchoolImportPlan> {
  authorize(ctx.actor, 'highSchool.create');
  return withinLimits('import', () =>
    inTransaction(ctx, async (opened) => {
      await acquireLock(opened, 'schoolImport');
      const tx = await reloadActor(opened, 'highSchool.create');
      const planned = await planSchoolImport(tx, bytes, { columns });
      if (planned.shown.plan !== plan) throw new VersionConflict(SCHOOL_MESSAGES.changedMeanwhile);
      const { shown, steps } =
        choices === undefined ? planned : await planSchoolImport(tx, bytes, { choices, columns });
      if (columns !== undefined) await rememberImportHeaders(tx, shown.columns, columns);
      await applySteps(tx, steps, importedFrom);
      return shown;
    }),
  );
}

/** Schools per batch; other tasks run between batches. */
const BATCH_SIZE = 100;

async function applySteps(
  tx: AuthorizedCtx,
  steps: readonly SchoolStep[],
  importedFrom: string | null,
): Promise<void> {
  for (let taken = 0; taken < steps.length; taken += BATCH_SIZE) {
    const changes: HighSchoolChange[] = [];
    for (const step of steps.slice(taken, taken + BATCH_SIZE)) {
      if (step.kind === 'update') {
        changes.push({ id: step.id, patch: step.patch, ifMatch: step.version, importedFrom });
        continue;
      }
      const { id } = addHighSchool(tx, step.input, { id: step.id, importedFrom });
      if (step.isActive) changes.push({ id, patch: { status: 'ACTIVE' }, ifMatch: null, importedFrom });
    }
    await tx.em.flush();
    if (changes.length > 0) await storeHighSchoolChanges(tx, changes);
    tx.em.clear();
  }
}
