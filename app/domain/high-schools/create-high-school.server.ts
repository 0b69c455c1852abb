import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, recordEvent } from '#app/domain/events/record-event.server.ts';
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

/** Where an imported school comes from. */
interface SchoolOrigin {
  /** Its ID in the list; null for a new one. */
  readonly id: string | null;
  /** The name of the list's file; null if it isn't known. */
  readonly importedFrom: string | null;
}

/** Adds an INACTIVE school with an unverified address and records an event, in the caller's transaction. */
export function addHighSchool(
  tx: AuthorizedCtx,
  input: HighSchoolCreate,
  { id, importedFrom }: SchoolOrigin = { id: null, importedFrom: null },
): HighSchool {
  const now = tx.now();
  const school = tx.em.create(HighSchoolEntity, {
    id: id ?? randomUUID(),
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
    ...importOrigin(importedFrom),
  });
  return school;
}

/** Returns the event field that names the file of an import; none if it isn't known. */
export function importOrigin(importedFrom: string | null): Changes {
  return importedFrom === null ? {} : { importedFrom: { from: null, to: importedFrom } };
}

/** Returns null for an empty fax. */
export function faxOrNull(fax: string | null | undefined): string | null {
  return fax === undefined || fax === '' ? null : fax;
}
