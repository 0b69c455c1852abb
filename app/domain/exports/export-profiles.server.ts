import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { flushUnique } from '#app/domain/flush-unique.server.ts';
import { alphabetical, findListing, type Listing } from '#app/domain/listing.ts';
import { Invalid, NameConflict, NotFound } from '#app/lib/domain-errors.ts';
import { EXPORT_PROFILE_MESSAGES } from '#app/messages/export-profile-messages.ts';
import { presentFields } from '#app/lib/records.ts';
import type { ExpectedRecord, RecordChange } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ExportColumn } from '#app/schemas/export-screens.ts';
import {
  type ExportProfile,
  type ExportProfileCreate,
  type ExportProfilePatch,
  ExportProfileSchema,
} from '#app/schemas/export.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type ExportProfile as ExportProfileRow, ExportProfileEntity } from '#db/entities/export-profile.ts';
import { byName } from '#db/name-order.ts';
import { DESIGNATION_WORKBOOK_HEADERS, STUDENT_EXPORT_HEADERS } from './csv-queries.server.ts';

/** The columns that a profile can choose, in the order of the workbook, which starts with those of the CSV file. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = DESIGNATION_WORKBOOK_HEADERS.map((header) => ({
  header,
  isOfStudent: STUDENT_EXPORT_HEADERS.includes(header),
}));

/** Returns the export profiles by name. For administrators. */
export async function listExportProfiles(ctx: Ctx, query: ListQuery = {}): Promise<Listing<ExportProfile>> {
  authorize(ctx.actor, 'designation.download');
  const { direction, limit, offset } = query;
  const order = alphabetical(direction);
  const { items, total } = await findListing(
    ctx,
    ExportProfileEntity,
    {},
    {
      orderBy: [{ [byName<ExportProfileRow>('name')]: order }, { id: order }],
      ...{ limit, offset, disableIdentityMap: true },
    },
  );
  return { items: ExportProfileSchema.array().parse(items), total };
}

/**
 * Returns a profile. Its version is the ETag. For administrators.
 * @throws {NotFound} when it doesn't exist
 */
export async function getExportProfile(ctx: Ctx, id: string): Promise<ExportProfile> {
  authorize(ctx.actor, 'designation.download');
  const profile = await ctx.em.findOne(ExportProfileEntity, id, { disableIdentityMap: true });
  if (profile === null) throw new NotFound();
  return ExportProfileSchema.parse(profile);
}

/** Finds the profile with this name, ignoring case; null if there is none. For administrators. */
export async function findExportProfile(ctx: Ctx, name: string): Promise<ExportProfile | null> {
  const { items } = await listExportProfiles(ctx);
  const key = name.trim().toLowerCase();
  return items.find((profile) => profile.name.toLowerCase() === key) ?? null;
}

/**
 * Returns the columns of the profile with this name. For administrators.
 * @throws {Invalid} on ['profile'] when there is none
 */
export async function findExportColumns(ctx: Ctx, name: string): Promise<readonly string[]> {
  const profile = await findExportProfile(ctx, name);
  if (profile !== null) return profile.columns;
  throw new Invalid([{ path: ['profile'], message: EXPORT_PROFILE_MESSAGES.unknown(name) }]);
}

/**
 * Creates a profile and records an event. For administrators.
 * @throws {Invalid} on ['columns'] for a column that doesn't exist
 * @throws {Conflict} when the name is used
 */
export async function createExportProfile(ctx: Ctx, input: ExportProfileCreate): Promise<ExportProfile> {
  authorize(ctx.actor, 'designation.download');
  assertColumnsExist(input.columns);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'designation.download');
    const now = tx.now();
    const profile = tx.em.create(ExportProfileEntity, {
      ...{ id: randomUUID(), ...input },
      ...{ createdAt: now, updatedAt: now },
    });
    const { name, columns } = profile;
    recordEvent(
      tx,
      'exportProfile.created',
      ['EXPORT_PROFILE', profile.id],
      changesBetween<ExportProfilePatch>({}, { name, columns }),
    );
    await flushNamed(tx, name);
    return ExportProfileSchema.parse(profile);
  });
}

/**
 * Changes a profile. Records an event unless nothing changes. For administrators.
 * @throws {NotFound} when it doesn't exist
 * @throws {Invalid} on ['columns'] for a column that doesn't exist
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 * @throws {Conflict} when the name is used
 */
export async function changeExportProfile(
  ctx: Ctx,
  { id, patch, ifMatch }: RecordChange<ExportProfilePatch>,
): Promise<ExportProfile> {
  authorize(ctx.actor, 'designation.download');
  const wanted = presentFields(patch);
  assertColumnsExist(wanted.columns ?? []);
  return inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(
      opened,
      ExportProfileEntity,
      id,
      'designation.download',
      ifMatch,
    );
    const before = ExportProfileSchema.parse(row);
    const changes = changesBetween<ExportProfilePatch>(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    tx.em.assign(row, { ...wanted, updatedAt: tx.now() });
    recordEvent(tx, 'exportProfile.changed', ['EXPORT_PROFILE', id], changes);
    await flushNamed(tx, row.name);
    return ExportProfileSchema.parse(row);
  });
}

/**
 * Deletes a profile and records an event. For administrators.
 * @throws {NotFound} when it doesn't exist
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 */
export async function deleteExportProfile(ctx: Ctx, { id, ifMatch }: ExpectedRecord): Promise<void> {
  authorize(ctx.actor, 'designation.download');
  await inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(
      opened,
      ExportProfileEntity,
      id,
      'designation.download',
      ifMatch,
    );
    tx.em.remove(row);
    recordEvent(tx, 'exportProfile.deleted', ['EXPORT_PROFILE', id], { name: { from: row.name, to: null } });
  });
}

function assertColumnsExist(columns: readonly string[]): void {
  const unknown = columns.filter((column) => !DESIGNATION_WORKBOOK_HEADERS.includes(column));
  if (unknown.length === 0) return;
  throw new Invalid([{ path: ['columns'], message: EXPORT_PROFILE_MESSAGES.unknownColumns(unknown) }]);
}

function flushNamed(tx: AuthorizedCtx, name: string): Promise<void> {
  return flushUnique(tx, () => new NameConflict(EXPORT_PROFILE_MESSAGES.nameUsed(name)));
}
