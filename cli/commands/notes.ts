import type { Ctx } from '#app/domain/ctx.server.ts';
import { addDesignationNote, addSchoolNote, deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import { listDesignationNotes, listSchoolNotes } from '#app/domain/notes/read-notes.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type NoteResponse, NoteCreateSchema } from '#app/schemas/internal-note.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseFields, parseListFilter } from '#cli/parse-options.server.ts';
import { findDesignationId, findSchool, parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface NoteSubjectOptions {
  readonly highSchool?: string;
  readonly designation?: string;
}
export type NoteAddOptions = NoteSubjectOptions & ChangeOptions & { readonly call?: boolean };
export type NotesListOptions = NoteSubjectOptions & PageOptions;

const COLUMNS: readonly Column<NoteResponse>[] = [
  { title: 'When', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Who', cell: ({ author }) => (author === null ? 'The system' : fullName(author)) },
  { title: 'Kind', cell: ({ kind }) => (kind === 'CALL' ? 'Call' : 'Note') },
  { title: 'Note', cell: ({ text }) => text },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel notes list`: lists the notes about a school or a designation; those about a designation log a disclosure. */
export async function notesList(context: CommandContext, options: NotesListOptions): Promise<ExitCode> {
  const { direction, limit, offset } = options;
  const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
  await withServices(context, async (ctx) => {
    const subject = await subjectOf(ctx, options);
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => {
        const paged = { ...query, ...page };
        const { items } =
          'designationId' in subject
            ? await listDesignationNotes(ctx, { ...subject, query: paged })
            : await listSchoolNotes(ctx, { ...subject, query: paged });
        return items;
      }),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no notes.',
    });
  });
  return EXIT.done;
}

/** `laurel notes add`: adds a note about a school or a designation. */
export async function notesAdd(
  context: CommandContext,
  typed: string,
  options: NoteAddOptions,
): Promise<ExitCode> {
  const { text } = parseFields(NoteCreateSchema, { text: typed }, { text: 'note' });
  await withServices(context, async (ctx) => {
    const subject = await subjectOf(ctx, options);
    if (options.call === true && 'designationId' in subject) {
      throw new CommandFailure('Calls are logged for a school. Use --high-school.', EXIT.usage);
    }
    const kind = options.call === true ? 'CALL' : 'NOTE';
    const { isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      'designationId' in subject
        ? addDesignationNote(tx, { ...subject, text })
        : addSchoolNote(tx, { ...subject, text, kind }),
    );
    context.say(isDone ? 'Added the note.' : 'Would add the note.');
  });
  return EXIT.done;
}

/** `laurel notes delete ID`: deletes a note, whoever wrote it. */
export async function notesDelete(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const id = parseId(reference);
  await withServices(context, async (ctx) => {
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteNote(tx, id),
      question: () => 'Delete the note?',
    });
    context.say(isDone ? 'Deleted the note.' : 'Would delete the note.');
  });
  return EXIT.done;
}

type Subject = { readonly highSchoolId: string } | { readonly designationId: string };

async function subjectOf(ctx: Ctx, { highSchool, designation }: NoteSubjectOptions): Promise<Subject> {
  if (highSchool !== undefined && designation === undefined) {
    return { highSchoolId: (await findSchool(ctx, highSchool)).id };
  }
  if (designation !== undefined && highSchool === undefined) {
    return { designationId: await findDesignationId(ctx, designation) };
  }
  throw new CommandFailure(
    'Choose what the notes are about: use either --high-school or --designation.',
    EXIT.usage,
  );
}
