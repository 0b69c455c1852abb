import { beforeEach, describe, expect, it } from 'vitest';
import { NOTES_PAGE_SIZE } from '#app/config/constants.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { addDesignationNote, addSchoolNote, deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import {
  listDesignationNotes,
  listSchoolNotes,
  showSchoolNotes,
} from '#app/domain/notes/read-notes.server.ts';
import { listPurgeableYears, purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import type { Orm } from '#db/orm.server.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const TEXT = 'Their registrar changes in March.';
const MISSING = '00000000-0000-4000-8000-000000000000';

let orm: Orm;
let scene: DesignationScene;
let designation: MadeDesignation;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

beforeEach(async () => {
  designation = await scene.draft({ status: 'PENDING', students: 2 });
});

const ctxOf = (actor: Actor = scene.admin) => makeCtx({ orm, actor, channel: 'BROWSER' });
const addToSchool = (actor?: Actor) =>
  addSchoolNote(ctxOf(actor), { highSchoolId: scene.school.id, text: TEXT });
const addToDesignation = (actor?: Actor) =>
  addDesignationNote(ctxOf(actor), { designationId: designation.id, text: TEXT });
const ofSchool = (actor?: Actor) => listSchoolNotes(ctxOf(actor), { highSchoolId: scene.school.id });
const ofDesignation = (actor?: Actor) =>
  listDesignationNotes(ctxOf(actor), { designationId: designation.id });
const timeline = (actor: Actor) =>
  readTimeline(ctxOf(actor), { type: 'HIGH_SCHOOL', id: scene.school.id }, null);

describe('a note of the office', () => {
  it('is listed with its author and time, for the school or for the designation', async () => {
    const added = await addToSchool();
    expect(added).toMatchObject({
      ...{ highSchoolId: scene.school.id, designationId: null, kind: 'NOTE', text: TEXT },
      author: { id: scene.admin.id, firstName: scene.admin.firstName },
    });
    const about = await addToDesignation();
    expect(about).toMatchObject({ highSchoolId: scene.school.id, designationId: designation.id });
    expect((await ofSchool()).items).toEqual([added]);
    expect((await ofDesignation()).items).toEqual([about]);
  });

  it('is on the second page of the panel after twenty newer ones, with its total and the newest own one', async () => {
    const highSchoolId = scene.school.id;
    const other = actorOf(await makeAdmin(orm));
    await addToSchool();
    for (let number = 1; number <= NOTES_PAGE_SIZE; number += 1) {
      const at = new Date(Date.now() + number * 1000);
      await addSchoolNote(makeCtx({ orm, actor: other, now: () => at }), {
        highSchoolId,
        text: `Note ${number}`,
      });
    }
    const shown = (page: number, actor: Actor = scene.admin) =>
      showSchoolNotes(ctxOf(actor), highSchoolId, page);
    const [first, second] = [await shown(1), await shown(2)];
    expect(first.notes.map(({ text }) => text)).toEqual(
      Array.from({ length: NOTES_PAGE_SIZE }, (_, index) => `Note ${NOTES_PAGE_SIZE - index}`),
    );
    expect(second.notes).toMatchObject([{ text: TEXT, isOwn: true }]);
    const total = NOTES_PAGE_SIZE + 1;
    const newestOwnAt = second.notes[0]?.createdAt;
    expect([first, second]).toMatchObject([
      { page: 1, total, newestOwnAt },
      { page: 2, total, newestOwnAt },
    ]);
    expect(await shown(9)).toEqual(second);
    expect(await refusalOf(shown(1, scene.counselor))).toBeInstanceOf(Forbidden);
  });

  it("leaves the designation's version as it is", async () => {
    await addToDesignation();
    const { version } = await orm.em.fork().findOneOrFail(DesignationEntity, designation.id);
    expect(version).toBe(1);
  });

  it('records a disclosure when notes about a designation are read, but not without notes', async () => {
    const purposes = async () =>
      (await orm.em.fork().find(DisclosureEntity, {})).map(({ purpose, rowCount }) => [purpose, rowCount]);
    await ofDesignation();
    expect(await purposes()).toEqual([]);
    await addToDesignation();
    await ofDesignation();
    expect(await purposes()).toEqual([['designation.notes', 2]]);
  });

  it("is in the school's history for administrators without its text, and not at all for staff", async () => {
    await addToSchool();
    await deleteNote(ctxOf(), (await addToDesignation()).id);
    // The events have the same time.
    const kinds = async (actor: Actor) => (await timeline(actor)).entries.map(({ kind }) => kind).toSorted();
    expect(await kinds(scene.admin)).toEqual([
      'highSchool.noteAdded',
      'highSchool.noteAdded',
      'highSchool.noteDeleted',
    ]);
    expect(await kinds(scene.counselor)).toEqual([]);
    expect(JSON.stringify(await orm.em.fork().find(EventEntity, {}))).not.toContain(TEXT);
  });

  it('is refused to everyone but administrators, also to the staff of the school', async () => {
    const { id } = await addToSchool();
    await addToDesignation();
    for (const actor of [scene.counselor, ...scene.strangers]) {
      for (const attempt of [
        () => addToSchool(actor),
        () => addToDesignation(actor),
        () => ofSchool(actor),
        () => ofDesignation(actor),
        () => deleteNote(ctxOf(actor), id),
      ]) {
        expect(await refusalOf(attempt())).toEqual(new Forbidden());
      }
    }
    expect(await orm.em.fork().count(InternalNoteEntity)).toBe(2);
  });

  it('can be deleted by its author and on the command line, but not by a colleague', async () => {
    const { id } = await addToSchool();
    const colleague = actorOf(await makeAdmin(orm));
    expect(await refusalOf(deleteNote(ctxOf(colleague), id))).toEqual(
      new Forbidden('Only the person who wrote a note can delete it.'),
    );
    await deleteNote(ctxOf(SYSTEM), (await addToSchool(colleague)).id);
    await deleteNote(ctxOf(), id);
    expect((await ofSchool()).items).toEqual([]);
    expect(await refusalOf(deleteNote(ctxOf(), id))).toEqual(new NotFound());
  });

  it("isn't added to what doesn't exist", async () => {
    expect(await refusalOf(addSchoolNote(ctxOf(), { highSchoolId: MISSING, text: TEXT }))).toEqual(
      new NotFound(),
    );
    expect(await refusalOf(addDesignationNote(ctxOf(), { designationId: MISSING, text: TEXT }))).toEqual(
      new NotFound(),
    );
  });
});

describe('a purge', () => {
  const purgeableYears = async () => (await listPurgeableYears(ctxOf(SYSTEM), 7)).map(({ year }) => year);
  const left = async () =>
    (await orm.em.fork().find(InternalNoteEntity, {}, { orderBy: { id: 'asc' } })).map(({ id }) => id);
  const closedYear = () => makeYear(orm, { year: 2010, status: 'INACTIVE' });

  it('removes the notes about designations of its year, and no others', async () => {
    const closed = await closedYear();
    const old = await scene.draft({ academicYearId: closed.id, status: 'APPROVED' });
    await addDesignationNote(ctxOf(), { designationId: old.id, text: TEXT });
    const keptNotes = [await addToSchool(), await addToDesignation()];
    expect(await purgeableYears()).toEqual([2010]);
    await purgeStudentsOfYear(ctxOf(SYSTEM), closed.id);
    expect(await left()).toEqual(keptNotes.map(({ id }) => id).toSorted());
    expect(await purgeableYears()).toEqual([]);
  });

  it('is due for the first closed year after a note about a school, and for no later one', async () => {
    await closedYear();
    await makeYear(orm, { year: 2012, status: 'INACTIVE' });
    const addIn = (year: number) =>
      addSchoolNote(makeCtx({ orm, actor: scene.admin, now: () => new Date(`${year}-06-01T12:00:00Z`) }), {
        highSchoolId: scene.school.id,
        text: TEXT,
      });
    await addIn(2009);
    expect(await purgeableYears()).toEqual([2010]);
    await addIn(2011);
    expect(await purgeableYears()).toEqual([2010, 2012]);
  });

  it('removes the notes about schools from its year and before, as days are in Alaska', async () => {
    const closed = await closedYear();
    const addAt = (now: string) =>
      addSchoolNote(makeCtx({ orm, actor: scene.admin, now: () => new Date(now) }), {
        highSchoolId: scene.school.id,
        text: TEXT,
      });
    await addAt('2009-06-01T12:00:00Z');
    await addAt('2011-01-01T08:59:59.999Z');
    const keptNote = await addAt('2011-01-01T09:00:00Z');
    expect(await purgeableYears()).toEqual([2010]);
    await purgeStudentsOfYear(ctxOf(SYSTEM), closed.id);
    expect(await left()).toEqual([keptNote.id]);
    expect(await purgeableYears()).toEqual([]);
  });
});
