import { addressFields, addressParts, assertStateOfSchools, changedAddress } from '#app/domain/addresses.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, lockRows } from '#app/domain/lock-queries.server.ts';
import { Forbidden, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { matchesVersion, type RecordChange } from '#app/lib/versions.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, authorizeToSee, can } from '#app/policy/authorize.ts';
import type { AddressResponse, AddressPatch } from '#app/schemas/address.ts';
import { storedTexts } from '#app/schemas/field-tables.ts';
import {
  type HighSchoolResponse,
  type HighSchoolDetails,
  HighSchoolDetailsSchema,
  type HighSchoolPatch,
  type SchoolStatusesInput,
} from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_TEXTS } from '#app/schemas/high-school-fields.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { faxOrNull, importOrigin } from './create-high-school.server.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { getHighSchool } from './get-high-school.server.ts';

/** Fields that a school's own staff may change (specification, section 6). */
const CONTACT_FIELDS: readonly string[] = ['phone', 'fax', 'address'] satisfies (keyof HighSchoolPatch)[];

/**
 * Changes a high school's fields: administrators all, staff phone, fax, and address. A changed address is
 * UNVERIFIED again. Records an event unless nothing changes.
 * @throws {NotFound} when the actor may not see the school
 * @throws {Forbidden} with the fields that the actor may not change
 * @throws {Invalid} when the address is in another state
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function changeHighSchool(
  ctx: Ctx,
  { id, patch, ifMatch }: HighSchoolChange,
): Promise<HighSchoolResponse> {
  authorizeFields(ctx.actor, id, patch);
  assertStateOfSchools(patch.address?.state, ctx.settings.state);
  return inTransaction(ctx, async (opened) => {
    const school = await lockRow(opened, HighSchoolEntity, { id });
    const tx = await reloadActor(opened, (actor) => authorizeFields(actor, id, patch));
    storeChanges(tx, school, { patch, ifMatch });
    await tx.em.flush();
    return getHighSchool(tx, id);
  });
}

/** Changes to one school. `importedFrom` is the name of the file that it was imported from; null if it isn't known. */
export type HighSchoolChange = RecordChange<HighSchoolPatch> & { readonly importedFrom?: string | null };

/**
 * Stores changes of different schools and their events in the caller's transaction. The caller has checked
 * the permission.
 * @throws {NotFound} when a school doesn't exist
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function storeHighSchoolChanges(
  tx: AuthorizedCtx,
  wanted: readonly HighSchoolChange[],
): Promise<void> {
  const schools = await lockRows(tx, HighSchoolEntity, { id: { $in: wanted.map(({ id }) => id) } });
  const byId = new Map(schools.map((school) => [school.id, school]));
  for (const { id, ...change } of wanted) storeChanges(tx, byId.get(id) ?? null, change);
  await tx.em.flush();
}

/**
 * Activates or deactivates schools, all or none, with an event for each one that changes. For administrators.
 *
 * @returns the schools that had another status, in alphabetical order
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when a school doesn't exist
 */
export async function changeSchoolStatuses(
  ctx: Ctx,
  { ids, status }: SchoolStatusesInput,
): Promise<readonly Pick<HighSchool, 'id' | 'name'>[]> {
  authorize(ctx.actor, 'highSchool.activateMany');
  return inTransaction(ctx, async (opened) => {
    const schools = await lockRows(opened, HighSchoolEntity, { id: { $in: [...new Set(ids)] } });
    const tx = await reloadActor(opened, 'highSchool.activateMany');
    if (schools.length < new Set(ids).size) throw new NotFound();
    const others = schools.filter((school) => school.status !== status);
    for (const school of others) storeChanges(tx, school, { patch: { status }, ifMatch: null });
    await tx.em.flush();
    return others
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name));
  });
}

function storeChanges(
  tx: AuthorizedCtx,
  school: HighSchool | null,
  { patch, ifMatch, importedFrom = null }: Omit<HighSchoolChange, 'id'>,
): void {
  if (school === null) throw new NotFound();
  if (!matchesVersion(ifMatch, school.version)) throw new VersionConflict();
  const before = HighSchoolDetailsSchema.parse(school);
  const changes = highSchoolChanges(before, patch);
  if (Object.keys(changes).length === 0) return;
  tx.em.assign(school, { ...changedFields(before, patch), updatedAt: tx.now() });
  recordEvent(tx, 'highSchool.changed', ['HIGH_SCHOOL', school.id], {
    ...changes,
    ...importOrigin(importedFrom),
  });
}

/** Returns a patch's changes by field, with the parts of the address as 'address.city'. */
export function highSchoolChanges(before: HighSchoolDetails, patch: HighSchoolPatch): Changes {
  return changesBetween(flattened(before), flattened(changedFields(before, patch)));
}

/** Checks the permission to edit these fields: the school's staff may change its contact, administrators everything. */
function authorizeFields(actor: Actor, highSchoolId: string, patch: HighSchoolPatch): void {
  authorizeToSee(actor, 'highSchool.read', { highSchoolId });
  if (can(actor, 'highSchool.editAll', { highSchoolId })) return;
  authorize(actor, 'highSchool.editContact', { highSchoolId });
  const others = Object.keys(presentFields(patch)).filter((field) => !CONTACT_FIELDS.includes(field));
  if (others.length === 0) return;
  throw new Forbidden(SCHOOL_MESSAGES.fieldsNotAllowed(others.join(', ')));
}

type ChangedFields = Partial<Omit<HighSchoolDetails, 'id' | 'createdAt' | 'updatedAt'>>;

/** Returns the patch's fields as they will be stored, with the whole address. */
function changedFields(before: HighSchoolDetails, patch: HighSchoolPatch): ChangedFields {
  const { address, fax, ...plain } = presentFields(patch);
  return {
    ...storedTexts(HIGH_SCHOOL_TEXTS, plain),
    ...(fax === undefined ? {} : { fax: faxOrNull(fax) }),
    ...(address === undefined ? {} : { address: patchedAddress(before.address, address) }),
  };
}

function patchedAddress(before: AddressResponse, patch: AddressPatch): AddressResponse {
  return changedAddress(before, addressParts({ ...before, ...presentFields(patch) }));
}

/** Flattens the address, so that the timeline names the part that changed. */
function flattened({ address, ...fields }: ChangedFields): Record<string, unknown> {
  return { ...fields, ...addressFields({ ...address }) };
}
