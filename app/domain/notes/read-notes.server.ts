import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { discloseTexts } from '#app/domain/students/disclose-students.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { NoteAnswer, ShownNote } from '#app/schemas/internal-note.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { noteAnswer } from './internal-notes.server.ts';

type Where = { readonly designation: string | null; readonly highSchool?: string };

/**
 * Returns the office's notes about a school, newest first, without those about designations.
 * @throws {NotFound} when the school doesn't exist
 */
export async function listSchoolNotes(
  ctx: Ctx,
  { highSchoolId, query = {} }: { readonly highSchoolId: string; readonly query?: ListQuery },
): Promise<Listing<NoteAnswer>> {
  authorize(ctx.actor, 'note.manage');
  await getKnownHighSchool(ctx, highSchoolId);
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
): Promise<Listing<NoteAnswer>> {
  authorize(ctx.actor, 'note.manage');
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.decide');
    const notes = await findNotes(tx, { designation: designationId }, query);
    if (notes.items.length > 0) await discloseTexts(tx, 'designation.notes', designation);
    return notes;
  });
}

async function findNotes(
  { em }: Ctx,
  where: Where,
  { limit, offset, direction = 'desc' }: ListQuery,
): Promise<Listing<NoteAnswer>> {
  const notes = await em.find(InternalNoteEntity, where, {
    populate: ['author'],
    orderBy: { createdAt: direction, id: direction },
    limit,
    offset,
    disableIdentityMap: true,
  });
  return {
    items: notes.map(noteAnswer),
    total: limit === undefined ? null : await em.count(InternalNoteEntity, where),
  };
}

/**
 * Returns the notes for the page of a school that exists, newest first, without those about designations.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function showSchoolNotes(ctx: Ctx, highSchoolId: string): Promise<ShownNote[]> {
  authorize(ctx.actor, 'note.manage');
  const { items } = await findNotes(ctx, { highSchool: highSchoolId, designation: null }, {});
  return shownTo(ctx, items);
}

/**
 * Returns the notes for a designation's page, newest first, and records a disclosure if there are any.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function showDesignationNotes(ctx: Ctx, designationId: string): Promise<ShownNote[]> {
  const { items } = await listDesignationNotes(ctx, { designationId });
  return shownTo(ctx, items);
}

function shownTo({ actor }: Ctx, notes: readonly NoteAnswer[]): ShownNote[] {
  return notes.map((note) => ({ ...note, isOwn: (note.author?.id ?? null) === actorId(actor) }));
}
