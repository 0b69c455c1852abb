import { data } from '@remix-run/node';
import { deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import { NOTE_MESSAGES } from '#app/messages/note-messages.ts';
import { NOTE_INTENTS, NOTE_REFUSED } from '#app/messages/save-messages.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { NoteKind } from '#app/schemas/enums.ts';
import { NoteDeletionFormSchema, NoteFormSchema, RefusedFormSchema } from '#app/schemas/internal-note.ts';
import { redirectWithFlash } from './flash.server.ts';
import { malformedForm } from './http-errors.ts';
import { intentOf } from './read-form.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { type FormReply, type ResultMessage, resultMessage, submitForm } from './web-route.server.ts';

export interface NotesPage {
  /** The page's path. */
  readonly to: string;
  readonly add: (note: { readonly text: string; readonly kind: NoteKind }) => Promise<unknown>;
}

/** Handles the forms of a page's notes panel. */
export async function notesAction(
  { ctx, url, loadContext }: SignedInCall,
  form: FormData,
  { to, add }: NotesPage,
) {
  authorize(ctx.actor, 'note.manage');
  const redirectWith = (message: ResultMessage, where = to) =>
    redirectWithFlash(where, [message], ctx.settings, { isSamePage: true });
  if (intentOf(form, NOTE_INTENTS) === 'add-note') {
    const refused = parseRefused(form.get('refused'));
    return submitForm(
      form,
      NoteFormSchema,
      async ({ text, isCall }) => {
        await add({ text, kind: isCall ? 'CALL' : 'NOTE' });
        if (refused !== null && loadContext.isPageOfForm) return data(refused);
        return redirectWith({ tone: 'success', text: isCall ? NOTE_MESSAGES.called : NOTE_MESSAGES.added });
      },
      NOTE_REFUSED,
    );
  }
  return submitForm(form, NoteDeletionFormSchema, async ({ noteId, intent }) => {
    const deleteIt = async () => {
      await deleteNote(ctx, noteId);
      return NOTE_MESSAGES.deleted;
    };
    // Stays on the same page of notes; an added note is on the first one.
    const here = `${url.pathname}${url.search}`;
    return redirectWith(await resultMessage(intent, deleteIt, NOTE_MESSAGES.gone), here);
  });
}

/**
 * Returns the refusal of another form, which the page shows again; null if there is none.
 * @throws {HttpError} for an invalid one
 */
function parseRefused(json: FormDataEntryValue | null): FormReply | null {
  if (json === null) return null;
  if (typeof json !== 'string') throw malformedForm();
  try {
    const { initialValue, error } = RefusedFormSchema.parse(JSON.parse(json));
    return {
      initialValue: initialValue as NonNullable<FormReply['initialValue']>,
      ...(error === undefined ? {} : { error }),
    };
  } catch {
    throw malformedForm();
  }
}
