import { randomUUID } from 'node:crypto';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

interface NewNote {
  readonly highSchoolId: string;
  readonly designationId?: string;
  readonly authorId: string;
  readonly text: string;
}

/** Inserts a note of the office, and returns its id. */
export async function makeNote(orm: Orm, given: NewNote): Promise<string> {
  const id = randomUUID();
  const { highSchoolId, designationId = null, authorId, text } = given;
  await orm.em.fork().insert(InternalNoteEntity, {
    ...{
      id,
      highSchool: highSchoolId,
      designation: designationId,
      author: authorId,
      text,
      createdAt: MADE_AT,
    },
  });
  return id;
}
