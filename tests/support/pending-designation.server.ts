import type { Page } from 'playwright-core';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { type DesignationPatch, DesignationPatchSchema } from '#app/schemas/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignateApp } from '#tests/support/designate-app.server.ts';

/** Creates a PENDING designation of a new school: class of 14, one student. */
export async function makePendingDesignation({ orm, year }: Pick<DesignateApp, 'orm' | 'year'>) {
  const school = await makeSchool(orm, { name: 'Dogwood High' });
  const { user: counselor, actor: staffActor } = await makeCounselor(orm, [school.id]);
  const designation = await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: counselor.id,
    status: 'PENDING',
    classSize: 14,
    criteria: 'CUMULATIVE_GPA',
    students: 1,
  });
  return { counselor, staffActor, designation };
}

/** Changes a designation as someone else does while a test has its page open. */
export async function patchAs(
  { orm }: Pick<DesignateApp, 'orm'>,
  actor: Actor,
  { id, ...patch }: DesignationPatch & { readonly id: string },
): Promise<void> {
  await patchDesignation(makeCtx({ orm, actor, now: () => new Date() }), {
    id,
    patch: DesignationPatchSchema.parse(patch),
    ifMatch: null,
  });
}

/** Returns the items of the page's error summary. */
export async function summaryOf(page: Page): Promise<string[]> {
  const summary = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'There is a problem' }) });
  return summary.getByRole('listitem').allTextContents();
}
