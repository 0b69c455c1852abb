import { randomUUID } from 'node:crypto';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolAnswer, HighSchoolCreate } from '#app/schemas/high-school.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { getHighSchool } from './get-high-school.server.ts';
import { addressParts, assertStateOfSchools } from './school-address.ts';

/**
 * Adds a high school, INACTIVE (specification, section 4). Throws Invalid for an address in another state. Leaves an event.
 */
export async function createHighSchool(ctx: Ctx, input: HighSchoolCreate): Promise<HighSchoolAnswer> {
  authorize(ctx.actor, 'highSchool.create');
  assertStateOfSchools(input.address.state, ctx.settings.state);
  return inTransaction(ctx, async (tx) => {
    const id = randomUUID();
    const now = tx.now();
    await tx.em.insert(HighSchoolEntity, {
      id,
      name: input.name,
      phone: input.phone,
      fax: faxOrNull(input.fax),
      notes: input.notes ?? '',
      status: 'INACTIVE',
      bannerCode: input.bannerCode ?? '',
      salesforceId: input.salesforceId ?? '',
      address: {
        id: randomUUID(),
        ...addressParts({ ...input.address, state: ctx.settings.state }),
        status: 'UNVERIFIED',
      },
      createdAt: now,
      updatedAt: now,
    });
    await recordEvent(tx, {
      kind: 'highSchool.created',
      subject: ['HIGH_SCHOOL', id],
      changes: { name: { from: null, to: input.name } },
    });
    return getHighSchool(tx, id);
  });
}

/** An emptied fax is none. */
export function faxOrNull(fax: string | null | undefined): string | null {
  return fax === undefined || fax === '' ? null : fax;
}
