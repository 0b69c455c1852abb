import { beforeEach, describe, expect, it } from 'vitest';
import { compareStudents, findMatchedStudents } from '#app/domain/students/compare-students.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, SYSTEM } from '#app/policy/actor.ts';
import { CompareStudentsScreenSchema } from '#app/schemas/student-comparison.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeDesignation, makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { type MadeYear, makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17', email: 'ann@mine.example.org' };
const THEIRS = { ...ANN, middle: 'Quill', email: 'ann@theirs.example.org', phone: '(907) 555-0177' };

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
let mine: MadeDesignation;
let theirs: MadeDesignation;
useDesignationScene((given) => ({ orm, year, scene } = given), { per: 'each test' });

beforeEach(async () => {
  mine = await scene.draft({ status: 'PENDING', students: [{}, ANN] });
  const third = await makeSchool(orm, { name: 'Quixote High' });
  theirs = await makeDesignation(orm, {
    highSchoolId: third.id,
    academicYearId: year.id,
    submittedById: scene.admin.id,
    status: 'APPROVED',
    students: [{}, {}, THEIRS],
  });
});

const ctxOf = (actor: Actor) => makeCtx({ orm, actor, channel: 'BROWSER' });
const idOf = (made: MadeDesignation, position: number) => made.students[position - 1]?.id ?? '';

const disclosures = () =>
  storedRows(orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds']);

describe('the match of a student on another list', () => {
  it("is shown to administrators by the IDs of the designation's own students, without a disclosure", async () => {
    expect(await findMatchedStudents(ctxOf(scene.admin), mine.id)).toEqual([idOf(mine, 2)]);
    expect(await disclosures()).toEqual([]);
  });

  it("is hidden from staff, even for their own list, because it would reveal the other student's birth date", async () => {
    expect(await refusalOf(findMatchedStudents(ctxOf(scene.counselor), mine.id))).toEqual(new Forbidden());
  });

  it('is hidden from others, like no match at all', async () => {
    for (const stranger of [...scene.strangers]) {
      for (const id of [mine.id, theirs.id, MISSING]) {
        expect(await refusalOf(findMatchedStudents(ctxOf(stranger), id))).toEqual(new NotFound());
      }
    }
    expect(await refusalOf(findMatchedStudents(ctxOf(ANONYMOUS), mine.id))).toEqual(new Unauthorized());
  });
});

describe('the comparison side by side', () => {
  it('is shown to administrators with both lists, and both students are disclosed', async () => {
    const { designation, comparisons } = await compareStudents(ctxOf(scene.admin), mine.id);
    expect(designation.id).toBe(mine.id);
    const response = CompareStudentsScreenSchema.parse({ designation, comparisons });
    const shared = { last: ANN.last, first: ANN.first, dateOfBirth: ANN.dateOfBirth };
    expect(response.comparisons).toMatchObject([
      {
        student: {
          ...shared,
          id: idOf(mine, 2),
          email: ANN.email,
          highSchoolName: scene.school.name,
          designationId: mine.id,
          designationStatus: 'PENDING',
          position: 2,
        },
        others: [
          {
            ...shared,
            id: idOf(theirs, 3),
            middle: 'Quill',
            email: THEIRS.email,
            phone: THEIRS.phone,
            address: { address1: theirs.students[2]?.address.address1, city: 'Juneau' },
            highSchoolName: 'Quixote High',
            designationId: theirs.id,
            designationStatus: 'APPROVED',
            position: 3,
          },
        ],
      },
    ]);
    expect(response.comparisons).toHaveLength(1);
    expect(await disclosures()).toEqual([
      {
        actor: scene.admin.id,
        channel: 'BROWSER',
        purpose: 'students.compare',
        filter: { designationId: mine.id },
        rowCount: 2,
        studentIds: [idOf(mine, 2), idOf(theirs, 3)],
      },
    ]);
  });

  it('discloses each student once, also to the system', async () => {
    const fourth = await makeSchool(orm);
    const target = { academicYearId: year.id, submittedById: scene.admin.id };
    const more = await makeDesignation(orm, { ...target, highSchoolId: fourth.id, students: [ANN, THEIRS] });
    const { comparisons } = await compareStudents(ctxOf(SYSTEM), more.id);
    expect(
      comparisons.map(({ student, others }) => [student.position, others.map(({ position: at }) => at)]),
    ).toEqual([
      [1, [3, 2]],
      [2, [3, 2]],
    ]);
    expect(await disclosures()).toMatchObject([
      {
        actor: null,
        rowCount: 4,
        studentIds: [more.students[0]?.id, idOf(theirs, 3), idOf(mine, 2), more.students[1]?.id],
      },
    ]);
  });

  it('discloses nothing for HEAD', async () => {
    const head = { ...ctxOf(scene.admin), headOnly: true };
    expect((await compareStudents(head, mine.id)).comparisons).toHaveLength(1);
    expect(await disclosures()).toEqual([]);
  });

  it('writes nothing without a match', async () => {
    expect((await compareStudents(ctxOf(scene.admin), scene.otherDesignation.id)).comparisons).toEqual([]);
    expect(await disclosures()).toEqual([]);
  });

  it('returns 403 to staff, without data of the other school', async () => {
    const before = await snapshotOf(orm);
    expect(await refusalOf(compareStudents(ctxOf(scene.counselor), mine.id))).toEqual(new Forbidden());
    for (const stranger of scene.strangers) {
      expect(await refusalOf(compareStudents(ctxOf(stranger), mine.id))).toEqual(new NotFound());
    }
    expect(await refusalOf(compareStudents(ctxOf(scene.admin), MISSING))).toEqual(new NotFound());
    expect(await refusalOf(compareStudents(ctxOf(ANONYMOUS), mine.id))).toEqual(new Unauthorized());
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it("returns nothing if the disclosure can't be written", async () => {
    await makeCtx({ orm }).em.execute(
      `alter table disclosure add constraint full_disk check (purpose <> 'students.compare')`,
    );
    await expect(compareStudents(ctxOf(scene.admin), mine.id)).rejects.toThrow('full_disk');
  });
});
