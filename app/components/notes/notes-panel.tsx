import { Form, useLocation } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { NOTE_MAX, NOTES_ID, NOTES_PAGE, NOTES_PAGE_SIZE } from '#app/config/constants.ts';
import { NOTE_MESSAGES } from '#app/messages/note-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { ShownNote, ShownNotes } from '#app/schemas/internal-note.ts';

export const NOTE_FORM = 'internal-note';

interface NotesPanelProps {
  shown: ShownNotes;
  reply: ServerReply;
  /** The server's refusal of another form of the page, which stays on the page after a note is added. */
  refused: ServerReply;
  /** Whether calls are logged here, as for schools. */
  hasCalls?: boolean;
}

/**
 * Returns the refusal of a page's other forms, which a note's form sends along, because a page without scripts would
 * otherwise forget it once a note is added or refused.
 */
export function useRefusalBesideNote(reply: ServerReply): ServerReply {
  return useMemo(() => {
    if (reply?.initialValue?.['intent'] !== 'add-note') return reply;
    const json = sentText(reply, 'refused');
    return json === undefined || json === '' ? undefined : parsedRefusal(json);
  }, [reply]);
}

function parsedRefusal(json: string): ServerReply {
  try {
    return JSON.parse(json) as ServerReply;
  } catch {
    return undefined;
  }
}

/** The office's notes about a school or designation, newest first, with a form to add one. For administrators. */
export function NotesPanel({ shown, reply, refused, hasCalls = false }: NotesPanelProps) {
  const { notes, newestOwnAt } = shown;
  const added = useNewestNoteTime(newestOwnAt);
  return (
    <div id={NOTES_ID}>
      <Panel title="Internal notes" isScreenOnly={notes.length === 0}>
        <Stack>
          {notes.length === 0 ? null : (
            <ol className="timeline">
              {notes.map((note) => (
                <Note key={note.id} note={note} />
              ))}
            </ol>
          )}
          {shown.total > NOTES_PAGE_SIZE ? <NotePages {...shown} /> : null}
          {/* The key empties the form once its note is in the list. */}
          <AddNoteForm key={added} {...{ reply, refused, hasCalls }} />
        </Stack>
      </Panel>
    </div>
  );
}

/** Returns the latest time so far, even after that note is deleted: only a new note may empty the form. */
function useNewestNoteTime(newestOwnAt: string | null): string {
  const [newest, setNewest] = useState(newestOwnAt ?? '');
  const isNewer = newestOwnAt !== null && newestOwnAt > newest;
  if (isNewer) setNewest(newestOwnAt);
  return isNewer ? newestOwnAt : newest;
}

/** Links to the other pages of notes, which keep the rest of the query. */
function NotePages({ notes, page, total }: ShownNotes) {
  const { pathname, search } = useLocation();
  const last = Math.ceil(total / NOTES_PAGE_SIZE);
  const to = (number: number) => {
    const query = new URLSearchParams(search);
    query.delete(NOTES_PAGE);
    if (number > 1) query.set(NOTES_PAGE, String(number));
    return `${pathname}${query.size === 0 ? '' : `?${query.toString()}`}#${NOTES_ID}`;
  };
  return (
    <Pagination
      one="note"
      many="notes"
      from={(page - 1) * NOTES_PAGE_SIZE + 1}
      shown={notes.length}
      total={total}
      {...(page > 1 ? { firstHref: to(1), previousHref: to(page - 1) } : {})}
      {...(page < last ? { nextHref: to(page + 1), lastHref: to(last) } : {})}
    />
  );
}

function Note({ note }: { note: ShownNote }) {
  const { id, author, kind, text, createdAt, isOwn } = note;
  return (
    <li>
      <div className="timeline-title">{author === null ? 'The system' : fullName(author)}</div>
      <div className="timeline-meta">
        {kind === 'CALL' ? 'Phone call · ' : null}
        <AlaskaTime iso={createdAt} />
      </div>
      <div className="timeline-body">
        <p className="text-pre-line text-break m-0">{text}</p>
        {isOwn ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="noteId" value={id} />
            <ConfirmSubmitButton
              name="intent"
              value="delete-note"
              size="sm"
              question={{
                title: 'Delete this note?',
                message: 'The history will still show that there was a note, but not its text.',
                confirmLabel: 'Delete note',
                tone: 'danger',
              }}
            >
              Delete note
            </ConfirmSubmitButton>
          </Form>
        ) : null}
      </div>
    </li>
  );
}

const fetchCheck = async () => (await import('./note-validation.ts')).checkNote;

function AddNoteForm({
  reply,
  refused,
  hasCalls,
}: Required<Pick<NotesPanelProps, 'reply' | 'refused' | 'hasCalls'>>) {
  const { formProps, errorsOf, summary, loaded } = useLazyForm({ id: NOTE_FORM, reply, fetchCheck });
  return (
    <Form method="post" preventScrollReset {...formProps} className="screen-only">
      {loaded}
      {refused === undefined ? null : <input type="hidden" name="refused" value={JSON.stringify(refused)} />}
      <FormStack>
        <ErrorSummary form={summary} refusal={reply} />
        <TextareaField
          name="text"
          id={`${NOTE_FORM}-text`}
          label="Note"
          hint={NOTE_MESSAGES.hint}
          required
          maxLength={NOTE_MAX}
          defaultValue={sentText(reply, 'text')}
          errors={errorsOf('text')}
        />
        {hasCalls ? (
          <CheckboxField
            name="isCall"
            id={`${NOTE_FORM}-isCall`}
            label="Log as a phone call"
            defaultChecked={sentText(reply, 'isCall') === 'on'}
          />
        ) : null}
        <noscript>
          <p>{NOTE_MESSAGES.clearsOtherForms}</p>
        </noscript>
        <FormActions>
          <SubmitButton name="intent" value="add-note">
            Add note
          </SubmitButton>
        </FormActions>
      </FormStack>
    </Form>
  );
}
