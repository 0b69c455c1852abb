import type { Loaded } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor, lockAuthorized } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { NOTE_MESSAGES } from '#app/messages/note-messages.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { NoteKind } from '#app/schemas/enums.ts';
import { type NoteResponse, NoteResponseSchema } from '#app/schemas/internal-note.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { type InternalNote, InternalNoteEntity } from '#db/entities/internal-note.ts';

interface SchoolNote {
  readonly highSchoolId: string;
  readonly text: string;
  readonly kind?: NoteKind;
}

/**
 * Adds a note about a school, or about a call with it. For administrators. Their view of the school's history shows that
 * the note was added, but not its text.
 * @throws {NotFound} when the school doesn't exist
 */
export async function addSchoolNote(
  ctx: Ctx,
  { highSchoolId, text, kind = 'NOTE' }: SchoolNote,
): Promise<NoteResponse> {
  authorize(ctx.actor, 'note.manage');
  return inTransaction(ctx, async (opened) => {
    const school = await lockRow(opened, HighSchoolEntity, { id: highSchoolId });
    const tx = await reloadActor(opened, 'note.manage');
    if (school === null) throw new NotFound();
    return storeNote(tx, { text, kind, highSchool: highSchoolId, designation: null });
  });
}

/**
 * Adds a note about a designation, whose version stays the same. A purge of its year removes it.
 * @throws {NotFound} when the designation doesn't exist
 */
export async function addDesignationNote(
  ctx: Ctx,
  { designationId, text }: { readonly designationId: string; readonly text: string },
): Promise<NoteResponse> {
  authorize(ctx.actor, 'note.manage');
  return inTransaction(ctx, async (opened) => {
    const designation = await lockRow(opened, DesignationEntity, { id: designationId });
    const tx = await reloadActor(opened, 'note.manage');
    if (designation === null) throw new NotFound();
    return storeNote(tx, {
      text,
      kind: 'NOTE',
      highSchool: designation.highSchool.id,
      designation: designationId,
    });
  });
}

interface NoteSubject {
  readonly highSchool: string;
  readonly designation: string | null;
}

async function storeNote(
  tx: AuthorizedCtx,
  note: NoteSubject & { readonly text: string; readonly kind: NoteKind },
): Promise<NoteResponse> {
  const id = randomUUID();
  tx.em.create(InternalNoteEntity, { id, ...note, author: actorId(tx.actor), createdAt: tx.now() });
  recordNoteEvent(tx, 'highSchool.noteAdded', note);
  await tx.em.flush();
  return noteResponse(await tx.em.findOneOrFail(InternalNoteEntity, { id }, { populate: ['author'] }));
}

/** Belongs to the school's history, which hides it from staff. */
function recordNoteEvent(
  tx: AuthorizedCtx,
  kind: 'highSchool.noteAdded' | 'highSchool.noteDeleted',
  { highSchool, designation }: NoteSubject,
): void {
  const internalNote = designation === null ? {} : { designationId: designation };
  recordEvent(tx, kind, ['HIGH_SCHOOL', highSchool], { internalNote });
}

/**
 * Deletes a note.
 * @throws {NotFound} when the note doesn't exist
 * @throws {Forbidden} for administrators other than its author; the command line may delete every note
 */
export async function deleteNote(ctx: Ctx, noteId: string): Promise<void> {
  authorize(ctx.actor, 'note.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, row: note } = await lockAuthorized(opened, InternalNoteEntity, noteId, 'note.manage');
    const { author, highSchool, designation } = note;
    if (tx.actor.kind === 'user' && author?.id !== tx.actor.id) throw new Forbidden(NOTE_MESSAGES.notYours);
    tx.em.remove(note);
    recordNoteEvent(tx, 'highSchool.noteDeleted', {
      ...{ highSchool: highSchool.id, designation: designation?.id ?? null },
    });
  });
}

/** Returns a note as a response. */
export function noteResponse(note: Loaded<InternalNote, 'author'>): NoteResponse {
  return NoteResponseSchema.parse({
    ...note,
    highSchoolId: note.highSchool.id,
    designationId: note.designation?.id ?? null,
  });
}
