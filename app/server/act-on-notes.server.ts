import { deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { NOTE_MESSAGES } from '#app/lib/messages/note-messages.ts';
import { NOTE_INTENTS, NOTE_REFUSED, refusalPrefix } from '#app/lib/messages/refusal-prefixes.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { NoteKind } from '#app/schemas/enums.ts';
import { NoteDeletionFormSchema, NoteFormSchema } from '#app/schemas/internal-note.ts';
import { redirectWithFlash } from './flash.server.ts';
import { intentOf } from './read-form.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { refusalMessage, submitForm } from './web-route.server.ts';

export interface NotesPage {
  /** The page's address. */
  readonly to: string;
  readonly add: (note: { readonly text: string; readonly kind: NoteKind }) => Promise<unknown>;
}

/** Handles the forms of a page's notes panel. */
export async function actOnNotes({ ctx }: SignedInCall, form: FormData, { to, add }: NotesPage) {
  authorize(ctx.actor, 'note.manage');
  const say = (tone: 'success' | 'danger', text: string) =>
    redirectWithFlash(to, [{ tone, text }], ctx.settings, { isSamePage: true });
  if (intentOf(form, NOTE_INTENTS) === 'add-note') {
    return submitForm(
      form,
      NoteFormSchema,
      async ({ text, isCall }) => {
        await add({ text, kind: isCall ? 'CALL' : 'NOTE' });
        return say('success', isCall ? NOTE_MESSAGES.called : NOTE_MESSAGES.added);
      },
      NOTE_REFUSED,
    );
  }
  return submitForm(form, NoteDeletionFormSchema, async ({ noteId, intent }) => {
    try {
      await deleteNote(ctx, noteId);
      return await say('success', NOTE_MESSAGES.deleted);
    } catch (error) {
      const why = error instanceof NotFound ? NOTE_MESSAGES.gone : refusalMessage(error).message;
      return say('danger', `${refusalPrefix(intent)}${why}`);
    }
  });
}
