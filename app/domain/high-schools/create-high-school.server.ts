import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { ofEachField, storedTexts } from '#app/schemas/field-tables.ts';
import type { HighSchoolResponse, HighSchoolCreate } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_TEXTS } from '#app/schemas/high-school-fields.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { getHighSchool } from './get-high-school.server.ts';
import { addressParts, assertStateOfSchools } from '#app/domain/addresses.ts';

/**
 * Creates an INACTIVE high school (specification, section 4) and records an event.
 * @throws {Invalid} when the address is in another state
 */
export async function createHighSchool(ctx: Ctx, input: HighSchoolCreate): Promise<HighSchoolResponse> {
  authorize(ctx.actor, 'highSchool.create');
  assertStateOfSchools(input.address.state, ctx.settings.state);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'highSchool.create');
    const { id } = addHighSchool(tx, input);
    await tx.em.flush();
    return getHighSchool(tx, id);
  });
}

/** Adds an INACTIVE school with an unverified address and records an event, in the caller's transaction. */
export function addHighSchool(tx: AuthorizedCtx, input: HighSchoolCreate): HighSchool {
  const now = tx.now();
  const school = tx.em.create(HighSchoolEntity, {
    id: randomUUID(),
    name: input.name,
    phone: input.phone,
    fax: faxOrNull(input.fax),
    status: 'INACTIVE',
    ...storedTexts(
      HIGH_SCHOOL_TEXTS,
      ofEachField(HIGH_SCHOOL_TEXTS, (_, name) => input[name] ?? ''),
    ),
    address: {
      id: randomUUID(),
      ...addressParts({ ...input.address, state: tx.settings.state }),
      status: 'UNVERIFIED',
    },
    createdAt: now,
    updatedAt: now,
  });
  recordEvent(tx, 'highSchool.created', ['HIGH_SCHOOL', school.id], {
    name: { from: null, to: school.name },
  });
  return school;
}

/** Returns null for an empty fax. */
export function faxOrNull(fax: string | null | undefined): string | null {
  return fax === undefined || fax === '' ? null : fax;
}
