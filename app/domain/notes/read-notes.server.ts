import { NOTES_PAGE_SIZE } from '#app/config/constants.ts';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { discloseTexts } from '#app/domain/students/disclose-students.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { NoteResponse, ShownNotes } from '#app/schemas/internal-note.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { noteResponse } from './internal-notes.server.ts';

type Where = { readonly designation: string | null; readonly highSchool?: string };

/**
 * Returns the office's notes about a school, newest first, without those about designations.
 * @throws {NotFound} when the school doesn't exist
 */
export async function listSchoolNotes(
  ctx: Ctx,
  { highSchoolId, query = {} }: { readonly highSchoolId: string; readonly query?: ListQuery },
): Promise<Listing<NoteResponse>> {
  authorize(ctx.actor, 'note.manage');
  await getVisibleHighSchool(ctx, highSchoolId);
  return findNotes(ctx, { highSchool: highSchoolId, designation: null }, query);
}

/**
 * Returns the office's notes about a designation, newest first. Because they may be about students, records a
 * disclosure.
 * @throws {NotFound} when the designation doesn't exist
 */
export async function listDesignationNotes(
  ctx: Ctx,
  { designationId, query = {} }: { readonly designationId: string; readonly query?: ListQuery },
): Promise<Listing<NoteResponse>> {
  authorize(ctx.actor, 'note.manage');
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.decide');
    const notes = await findNotes(tx, { designation: designationId }, query);
    if (notes.items.length > 0) await discloseTexts(tx, 'designation.notes', designation);
    return notes;
  });
}

async function findNotes(
  ctx: Ctx,
  where: Where,
  { limit, offset, direction = 'desc' }: ListQuery,
): Promise<Listing<NoteResponse>> {
  const { items, total } = await findListing(ctx, InternalNoteEntity, where, {
    populate: ['author'],
    orderBy: { createdAt: direction, id: direction },
    ...{ limit, offset, disableIdentityMap: true },
  });
  return { items: items.map(noteResponse), total };
}

/**
 * Returns a page of notes for the page of a school that exists, without those about designations.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function showSchoolNotes(ctx: Ctx, highSchoolId: string, page: number): Promise<ShownNotes> {
  authorize(ctx.actor, 'note.manage');
  const where = { highSchool: highSchoolId, designation: null };
  return showNotes(ctx, where, page, (query) => findNotes(ctx, where, query));
}

/**
 * Returns a page of notes for a designation's page, and records a disclosure if there are any.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function showDesignationNotes(
  ctx: Ctx,
  designationId: string,
  page: number,
): Promise<ShownNotes> {
  return showNotes(ctx, { designation: designationId }, page, (query) =>
    listDesignationNotes(ctx, { designationId, query }),
  );
}

/** Returns the page, or the last one if there are fewer. */
async function showNotes(
  ctx: Ctx,
  where: Where,
  asked: number,
  list: (query: ListQuery) => Promise<Listing<NoteResponse>>,
): Promise<ShownNotes> {
  const limit = NOTES_PAGE_SIZE;
  const notesOf = (page: number) => list({ limit, offset: (page - 1) * limit });
  const found = await notesOf(asked);
  const total = found.total ?? 0;
  const page = Math.min(asked, Math.max(1, Math.ceil(total / limit)));
  const { items } = page === asked ? found : await notesOf(page);
  const own = actorId(ctx.actor);
  const notes = items.map((note) => ({ ...note, isOwn: (note.author?.id ?? null) === own }));
  const newestOwnAt =
    total <= limit
      ? (notes.find(({ isOwn }) => isOwn)?.createdAt ?? null)
      : await findNewestNoteAt(ctx, { ...where, author: own });
  return { notes, page, total, newestOwnAt };
}

async function findNewestNoteAt(
  { em }: Ctx,
  where: Where & { readonly author: string | null },
): Promise<string | null> {
  const [newest] = await em.find(InternalNoteEntity, where, {
    ...{ orderBy: { createdAt: 'desc' }, limit: 1, disableIdentityMap: true },
  });
  return newest?.createdAt.toISOString() ?? null;
}
