import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { eventsWrite, type NewEvent } from '#app/domain/events/record-event.server.ts';
import { highSchoolsInsert } from '#app/domain/high-schools/high-schools-write.ts';
import { writeTogether } from '#app/domain/write-together.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolAnswer, HighSchoolCreate } from '#app/schemas/high-school.ts';
import { getHighSchool } from './get-high-school.server.ts';
import type { HighSchoolDetails } from './high-school-rows.server.ts';
import { addressParts, assertStateOfSchools } from './school-address.ts';

/**
 * Adds a high school, INACTIVE (specification, section 4). Throws Invalid for an address in another state. Leaves an event.
 */
export async function createHighSchool(ctx: Ctx, input: HighSchoolCreate): Promise<HighSchoolAnswer> {
  authorize(ctx.actor, 'highSchool.create');
  assertStateOfSchools(input.address.state, ctx.settings.state);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'highSchool.create');
    const school = newHighSchool(tx, input);
    await insertHighSchools(tx, [school]);
    return getHighSchool(tx, school.id);
  });
}

/** Adds these schools with an event each, in the caller's transaction, which has asked permission. */
export async function insertHighSchools(
  tx: AuthorizedCtx,
  schools: readonly HighSchoolDetails[],
): Promise<void> {
  const events = schools.map(({ id, name }): NewEvent => ({
    kind: 'highSchool.created',
    subject: ['HIGH_SCHOOL', id],
    changes: { name: { from: null, to: name } },
  }));
  await writeTogether(tx, [highSchoolsInsert(schools), eventsWrite(tx, events)]);
}

/** A school as it begins: INACTIVE, its address not verified. */
export function newHighSchool(tx: Ctx, input: HighSchoolCreate): HighSchoolDetails {
  const now = tx.now().toISOString();
  return {
    id: randomUUID(),
    name: input.name,
    phone: input.phone,
    fax: faxOrNull(input.fax),
    notes: input.notes ?? '',
    status: 'INACTIVE',
    bannerCode: input.bannerCode ?? '',
    salesforceId: input.salesforceId ?? '',
    address: {
      id: randomUUID(),
      ...addressParts({ ...input.address, state: tx.settings.state }),
      status: 'UNVERIFIED',
    },
    createdAt: now,
    updatedAt: now,
  };
}

/** An emptied fax is none. */
export function faxOrNull(fax: string | null | undefined): string | null {
  return fax === undefined || fax === '' ? null : fax;
}
