import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { Forbidden, NotFound, Stale } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { authorize, authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { AddressAnswer, AddressPatch } from '#app/schemas/address.ts';
import type { HighSchoolAnswer, HighSchoolPatch } from '#app/schemas/high-school.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { faxOrNull } from './create-high-school.server.ts';
import { getHighSchool } from './get-high-school.server.ts';
import {
  HIGH_SCHOOL_COLUMNS,
  type HighSchoolDetails,
  type HighSchoolRow,
  highSchoolOfRow,
} from './high-school-rows.server.ts';
import { addressParts, assertStateOfSchools } from './school-address.ts';

/** What a school's own staff may change (specification, section 6). */
const CONTACT_FIELDS: readonly string[] = ['phone', 'fax', 'address'] satisfies (keyof HighSchoolPatch)[];

/**
 * Changes the fields of a high school that the patch names: administrators all, staff of the school phone, fax and address.
 * A changed address is UNVERIFIED again. Throws NotFound for a school that is unknown or not the actor's, Forbidden naming
 * the fields that are not theirs, Invalid for another state, Stale where `ifMatch` names another version. Leaves an event,
 * unless nothing changes.
 */
export async function changeHighSchool(
  ctx: Ctx,
  { id, patch, ifMatch }: { id: string; patch: HighSchoolPatch; ifMatch: number | null },
): Promise<HighSchoolAnswer> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: id });
  authorizeFields(ctx, id, patch);
  assertStateOfSchools(patch.address?.state, ctx.settings.state);
  return inTransaction(ctx, async (tx) => {
    const before = await lockHighSchool(tx, id, ifMatch);
    const wanted = wantedFields(before, patch);
    const changes = changesBetween(flattened(before), flattened(wanted));
    if (Object.keys(changes).length > 0) {
      await tx.em.nativeUpdate(HighSchoolEntity, { id }, { ...wanted, updatedAt: tx.now() });
      await recordEvent(tx, { kind: 'highSchool.changed', subject: ['HIGH_SCHOOL', id], changes });
    }
    return getHighSchool(tx, id);
  });
}

function authorizeFields(ctx: Ctx, highSchoolId: string, patch: HighSchoolPatch): void {
  if (can(ctx.actor, 'highSchool.editAll', { highSchoolId })) return;
  authorize(ctx.actor, 'highSchool.editContact', { highSchoolId });
  const others = Object.keys(presentFields(patch)).filter((field) => !CONTACT_FIELDS.includes(field));
  if (others.length === 0) return;
  throw new Forbidden(
    `Only administrators may change ${others.join(', ')}; you may change phone, fax and address.`,
  );
}

async function lockHighSchool(tx: Ctx, id: string, ifMatch: number | null): Promise<HighSchoolDetails> {
  const [row] = await tx.em.execute<HighSchoolRow[]>(
    `select ${HIGH_SCHOOL_COLUMNS} from high_school hs where hs.id = ? for update`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  if (ifMatch !== null && ifMatch !== row.version) throw new Stale();
  return highSchoolOfRow(row);
}

type WantedFields = Partial<Omit<HighSchoolDetails, 'id' | 'createdAt' | 'updatedAt'>>;

/** The patch's fields as they will be stored, with the address as a whole. */
function wantedFields(before: HighSchoolDetails, patch: HighSchoolPatch): WantedFields {
  const { address, fax, ...plain } = presentFields(patch);
  return {
    ...plain,
    ...(fax === undefined ? {} : { fax: faxOrNull(fax) }),
    ...(address === undefined ? {} : { address: changedAddress(before.address, address) }),
  };
}

function changedAddress(before: AddressAnswer, patch: AddressPatch): AddressAnswer {
  const after = { ...before, ...addressParts({ ...before, ...presentFields(patch) }) };
  const isChanged = Object.keys(changesBetween(before, after)).length > 0;
  return isChanged ? { ...after, status: 'UNVERIFIED' } : before;
}

/** The parts of the address beside the other fields, so that the timeline names the part that changed. */
function flattened({ address, ...fields }: WantedFields): Record<string, unknown> {
  const parts: Record<string, unknown> = { ...address };
  const named = Object.entries(parts).map(([part, value]) => [`address.${part}`, value] as const);
  return { ...fields, ...Object.fromEntries(named) };
}
