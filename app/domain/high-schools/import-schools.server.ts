import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type HighSchoolChange, storeHighSchoolChanges } from './change-high-school.server.ts';
import { addHighSchool } from './create-high-school.server.ts';
import { takeLock } from '#app/domain/lock-queries.server.ts';
import { planSchoolImport, type SchoolStep } from './plan-school-import.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { SchoolImportPlan, SimilarChoices } from '#app/schemas/school-import.ts';
import { withinLimits } from '#db/work-limits.server.ts';

/**
 * Imports a list of schools as it was shown, in one transaction, each with its events; rows with errors, and rows that
 * look like a school and have no choice, are left out. `plan` is that of the dry run. For administrators.
 * @throws {VersionConflict} where the list, or a school that it means, is not what it was in the dry run
 * @throws {Invalid} on ['list'] for what is no such list
 */
export async function importSchools(
  ctx: Ctx,
  {
    bytes,
    plan,
    choices,
  }: { readonly bytes: Uint8Array; readonly plan: string; readonly choices?: SimilarChoices },
): Promise<SchoolImportPlan> {
  authorize(ctx.actor, 'highSchool.create');
  return withinLimits('import', () =>
    inTransaction(ctx, async (opened) => {
      await takeLock(opened, 'schoolImport');
      const tx = await reloadActor(opened, 'highSchool.create');
      const planned = await planSchoolImport(tx, bytes);
      if (planned.shown.plan !== plan)
        throw new VersionConflict('Some of these schools were changed in the meantime');
      const { shown, steps } = choices === undefined ? planned : await planSchoolImport(tx, bytes, choices);
      await takeAll(tx, steps);
      return shown;
    }),
  );
}

/** Others have their turn between so many schools. */
const AT_A_TIME = 100;

async function takeAll(tx: AuthorizedCtx, steps: readonly SchoolStep[]): Promise<void> {
  for (let taken = 0; taken < steps.length; taken += AT_A_TIME) {
    const changes: HighSchoolChange[] = [];
    for (const step of steps.slice(taken, taken + AT_A_TIME)) {
      if (step.kind === 'update') {
        changes.push({ id: step.id, patch: step.patch, ifMatch: step.version });
        continue;
      }
      const { id } = addHighSchool(tx, step.input);
      if (step.isActive) changes.push({ id, patch: { status: 'ACTIVE' }, ifMatch: null });
    }
    await tx.em.flush();
    await storeHighSchoolChanges(tx, changes);
    tx.em.clear();
  }
}
