import { beforeAll, expect, it } from 'vitest';
import { action } from '#app/routes/web/designations/designation-details.tsx';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: MadeUser;
let id: string;

beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = await makeAdmin(orm);
  const [school, year] = [await makeSchool(orm), await makeYear(orm)];
  const given = { highSchoolId: school.id, academicYearId: year.id, submittedById: admin.id };
  ({ id } = await makeDesignation(orm, { ...given, status: 'PENDING' }));
  return () => orm.close(true);
});

async function addNote(text: string, refused: string): Promise<unknown> {
  const path = `/designations/${id}`;
  const fields = Object.entries({ intent: 'add-note', text, refused });
  const args = await screenArgs({ orm, user: admin, path, form: fields });
  return refusalOf(action({ ...args, params: { id } }));
}

it.each(['{"error":{"note":5}}', '{"initialValue":{},"error":{"note":5}}', '"text"', '{', ''])(
  'a note that is sent with %j as the refusal of another form is refused',
  async (refused) => {
    for (const text of ['', 'They called.']) {
      expect(await addNote(text, refused)).toMatchObject({ init: { status: 400 } });
    }
    expect(await orm.em.fork().count(InternalNoteEntity, { designation: id })).toBe(0);
  },
);
