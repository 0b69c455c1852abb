import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import {
  type HighSchoolChange,
  storeHighSchoolChanges,
} from '#app/domain/high-schools/change-high-school.server.ts';
import { insertHighSchools, newHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import type { HighSchoolDetails } from '#app/domain/high-schools/high-school-rows.server.ts';
import { planSchoolImport, type SchoolStep } from '#app/domain/high-schools/plan-school-import.server.ts';
import { Stale } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { SchoolImportPlan, SimilarChoices } from '#app/schemas/school-import.ts';
import { withinLimits } from '#db/work-limits.server.ts';

/** The advisory lock of whoever imports schools: 'scho' in ASCII. */
const SCHOOLS_LOCK = 0x7363686f;

/**
 * Imports a list of schools as it was shown, in one transaction: new ones are created, others changed, each with its events; rows with
 * errors, and rows that look like a school and have no choice, are left out. `plan` is that of the dry run: where the list, or a school that it means, is not what it was then, nothing is
 * done and Stale is thrown. For administrators; throws Invalid on ['list'] for what is no such list.
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
      await opened.em.execute('select pg_advisory_xact_lock(?)', [SCHOOLS_LOCK]);
      const tx = await reloadActor(opened, 'highSchool.create');
      const planned = await planSchoolImport(tx, bytes);
      if (planned.shown.plan !== plan) throw new Stale('Some of these schools were changed in the meantime');
      const { shown, steps } = choices === undefined ? planned : await planSchoolImport(tx, bytes, choices);
      await takeAll(tx, steps);
      return shown;
    }),
  );
}

/** What one statement writes. */
const AT_A_TIME = 500;

async function takeAll(tx: AuthorizedCtx, steps: readonly SchoolStep[]): Promise<void> {
  const added: HighSchoolDetails[] = [];
  const changes: HighSchoolChange[] = [];
  for (const step of steps) {
    if (step.kind === 'update') {
      changes.push({ id: step.id, patch: step.patch, ifMatch: step.version });
      continue;
    }
    const school = newHighSchool(tx, step.input);
    added.push(school);
    if (step.isActive) changes.push({ id: school.id, patch: { status: 'ACTIVE' }, ifMatch: null });
  }
  for (const some of batches(added)) await insertHighSchools(tx, some);
  for (const some of batches(changes)) await storeHighSchoolChanges(tx, some);
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_A_TIME) }, (_, place) =>
    items.slice(place * AT_A_TIME, (place + 1) * AT_A_TIME),
  );
}
