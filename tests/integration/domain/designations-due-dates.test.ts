import { describe, expect, it } from 'vitest';
import { findDueDate } from '#app/domain/home/due-dates.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  designationScene,
  refusalOf,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given));

const complete = () => ({
  classSize: 20,
  criteria: 'CUMULATIVE_GPA',
  students: studentInputs(2),
  status: 'PENDING',
});

describe('due dates', () => {
  const at = (iso: string) => () => new Date(iso);
  const due = '2026-12-01T09:00:00.000Z';
  const justAfter = { now: at('2026-12-01T09:00:00.001Z') };
  const inTime = { now: at(due) };
  /** Dates that aren't given are cleared. */
  const setDates = (given: { dueAt?: string; correctionsDueAt?: string }) => {
    const dateOf = (iso?: string) => (iso === undefined ? null : new Date(iso));
    const dates = { dueAt: dateOf(given.dueAt), correctionsDueAt: dateOf(given.correctionsDueAt) };
    return orm.em.fork().nativeUpdate(AcademicYearEntity, { year: 2026 }, dates);
  };
  const late = (what: string) =>
    new Conflict(
      `${what} for the 2026 academic year were due on Dec 1, 2026, 12:00 AM AKST. Contact your administrator if your school needs more time.`,
      { dueAt: due },
    );

  it('keep staff from submitting after the due date, but not from saving', async () => {
    await setDates({ dueAt: due });
    const { id } = await scene.draft();
    const before = await snapshotOf(orm);
    expect(await refusalOf(scene.patch(id, complete(), justAfter))).toEqual(late('Designations'));
    expect(await snapshotOf(orm)).toEqual(before);
    expect((await scene.patch(id, { classSize: 30 }, justAfter)).classSize).toBe(30);
    expect((await scene.patch(id, complete(), inTime)).status).toBe('PENDING');
    expect((await scene.patch(id, complete(), justAfter)).status).toBe('PENDING');
  });

  it('give a school its extension, and no other school', async () => {
    await setDates({ dueAt: due });
    await makeExtension(orm, {
      academicYearId: year.id,
      highSchoolId: scene.otherSchool.id,
      dueAt: new Date('2026-12-10T09:00:00.000Z'),
    });
    const { id } = await scene.draft();
    expect(await refusalOf(scene.patch(id, complete(), justAfter))).toEqual(late('Designations'));
    await makeExtension(orm, {
      academicYearId: year.id,
      highSchoolId: scene.school.id,
      dueAt: new Date('2026-12-10T09:00:00.000Z'),
    });
    expect((await scene.patch(id, complete(), justAfter)).status).toBe('PENDING');
  });

  it('apply a separate date to corrections', async () => {
    await setDates({ dueAt: '2026-11-01T09:00:00Z', correctionsDueAt: due });
    const { id } = await scene.draft({ status: 'RETURNED' });
    expect(await refusalOf(scene.patch(id, complete(), justAfter))).toEqual(late('Corrections'));
    expect((await scene.patch(id, complete(), inTime)).status).toBe('PENDING');
  });

  it('allow submitting at any time without a date, and administrators always', async () => {
    await setDates({ dueAt: '2026-11-01T09:00:00Z' });
    const returned = await scene.draft({ status: 'RETURNED' });
    expect((await scene.patch(returned.id, complete(), justAfter)).status).toBe('PENDING');
    scene = await designationScene(orm, year);
    const { id } = await scene.draft();
    const response = await scene.patch(id, { status: 'PENDING' }, { actor: scene.admin, ...justAfter });
    expect([response.status, response.submittedBy.id]).toEqual(['PENDING', scene.counselor.id]);
    await setDates({});
  });

  it('are found for a designation with its extension, and for no other school', async () => {
    await setDates({ dueAt: '2026-11-01T09:00:00Z', correctionsDueAt: due });
    const at = { highSchoolId: scene.school.id, academicYearId: year.id };
    const find = (status: 'STARTED' | 'RETURNED' | 'PENDING', actor: Actor = scene.counselor) =>
      findDueDate(makeCtx({ orm, actor }), { ...at, status });
    const extension = { academicYearId: year.id, dueAt: new Date('2026-12-10T09:00:00.000Z') };
    await makeExtension(orm, { ...extension, highSchoolId: scene.otherSchool.id });
    expect(await find('STARTED')).toBe('2026-11-01T09:00:00.000Z');
    expect(await find('RETURNED')).toBe(due);
    expect(await find('PENDING')).toBeNull();
    await makeExtension(orm, { ...extension, highSchoolId: scene.school.id });
    expect(await find('RETURNED')).toBe('2026-12-10T09:00:00.000Z');
    for (const actor of scene.strangers) {
      expect(await refusalOf(find('RETURNED', actor))).toEqual(new NotFound());
    }
  });
});
