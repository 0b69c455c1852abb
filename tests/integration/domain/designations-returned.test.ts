import { describe, expect, it } from 'vitest';
import { listEarlierYears, reviewDesignation } from '#app/domain/designations/review-designation.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import type { Orm } from '#db/orm.server.ts';
import {
  type MadeDesignation,
  makeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const RETURN = { status: 'RETURNED', reasons: ['OTHER'], note: 'Look again.' };
const full = { classSize: 20, criteria: 'CUMULATIVE_GPA' as const, students: 2 };

let orm: Orm;
let scene: DesignationScene;
const database = useDesignationScene((given) => ({ orm, scene } = given));

const byAdmin = () => ({ actor: scene.admin });
const review = (id: string, actor: Actor = scene.admin) => reviewDesignation(makeCtx({ orm, actor }), id);

async function storedContents(
  id: string,
): Promise<{ classSize: unknown; students: number; at: string } | null> {
  const row = await orm.em.fork().findOne(ReturnedContentsEntity, { designation: id });
  if (row === null) return null;
  const { classSize, students } = row.contents;
  if (!Array.isArray(students)) throw new Error('The stored contents have no list of students.');
  return { classSize, students: students.length, at: row.returnedAt.toISOString() };
}

const disclosuresOf = (id: string) =>
  storedRows(orm, DisclosureEntity, ['id', 'actor', 'purpose', 'studentIds'], {
    where: { filter: { designationId: id } },
    orderBy: { id: 'asc' },
  });

describe('the stored version of a returned designation', () => {
  it('is its state at the latest return, until it is approved or rejected', async () => {
    const clock = createTestClock();
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    expect(await storedContents(id)).toBeNull();
    await scene.patch(id, { ...RETURN, classSize: 21 }, { ...byAdmin(), now: clock.now });
    expect(await storedContents(id)).toEqual({ classSize: 21, students: 2, at: '2026-11-21T21:00:00.000Z' });

    await scene.patch(id, { classSize: 30, students: [studentInput()] });
    await scene.patch(id, { note: 'Still.' }, byAdmin());
    expect((await storedContents(id))?.classSize).toBe(21);
    await scene.patch(id, { students: [1, 2, 3].map(() => studentInput()), status: 'PENDING' });
    await scene.patch(id, { status: 'STARTED' }, byAdmin());
    await scene.patch(id, { status: 'PENDING' }, byAdmin());
    expect((await storedContents(id))?.classSize).toBe(21);

    clock.advance(60_000);
    await scene.patch(id, RETURN, { ...byAdmin(), now: clock.now });
    expect(await storedContents(id)).toEqual({ classSize: 30, students: 3, at: '2026-11-21T21:01:00.000Z' });
    await scene.patch(id, { status: 'APPROVED' }, byAdmin());
    expect(await storedContents(id)).toBeNull();
    await scene.patch(id, RETURN, byAdmin());
    await scene.patch(id, { status: 'REJECTED' }, byAdmin());
    expect(await storedContents(id)).toBeNull();
  });

  it("isn't stored if the return fails", async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    await refusalOf(scene.patch(id, { ...RETURN, classSize: 99 }, byAdmin()));
    expect(await storedContents(id)).toBeNull();
  });
});

describe('the copy of a returned designation', () => {
  it('is offered as long as the returned version is stored', async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    const isOffered = async () =>
      (await reviewDesignation(makeCtx({ orm, actor: scene.counselor }), id)).hasCopy;
    expect(await isOffered()).toBe(true);
    await scene.patch(id, RETURN, byAdmin());
    expect(await isOffered()).toBe(true);
    await orm.em.fork().nativeDelete(ReturnedContentsEntity, { designation: id });
    expect(await isOffered()).toBe(false);
    await scene.patch(id, { status: 'STARTED' }, byAdmin());
    expect(await isOffered()).toBe(false);
  });
});

describe('the comparison with the returned version', () => {
  it('shows administrators what changed, and discloses removed students, too', async () => {
    const { id, students } = await scene.draft({ ...full, status: 'PENDING' });
    expect((await review(id)).changesSinceReturn).toBeNull();
    await scene.patch(id, RETURN, byAdmin());
    expect((await review(id)).changesSinceReturn).toEqual({
      returnedAt: '2026-11-21T21:00:00.000Z',
      fields: [],
      students: [],
      isReordered: false,
    });
    const [first, second] = students;
    const added = studentInput({ first: 'New', last: 'One', dateOfBirth: '2010-07-07' });
    const resubmitted = await scene.patch(id, {
      classSize: 24,
      criteria: 'OTHER',
      criteriaComment: 'By essay.',
      students: [{ ...first, address: { ...first?.address, city: 'Sitka' } }, added],
      status: 'PENDING',
    });
    const before = (await disclosuresOf(id)).map((disclosure) => disclosure.id);
    const { designation, changesSinceReturn } = await review(id);
    expect(designation).toEqual(resubmitted);
    expect(changesSinceReturn).toEqual({
      returnedAt: '2026-11-21T21:00:00.000Z',
      fields: [
        { field: 'classSize', from: 20, to: 24 },
        { field: 'criteria', from: 'CUMULATIVE_GPA', to: 'OTHER' },
        { field: 'criteriaComment', from: '', to: 'By essay.' },
      ],
      students: [
        {
          id: first?.id,
          kind: 'changed',
          position: 0,
          name: `${first?.first} ${first?.last}`,
          fields: [{ field: 'address.city', from: 'Juneau', to: 'Sitka' }],
        },
        { id: resubmitted.students[1]?.id, kind: 'added', position: 1, name: 'New One', fields: [] },
        {
          id: second?.id,
          kind: 'removed',
          position: 1,
          name: `${second?.first} ${second?.last}`,
          fields: [],
        },
      ],
      isReordered: false,
    });
    const written = (await disclosuresOf(id)).filter((disclosure) => !before.includes(disclosure.id));
    expect(written).toEqual([
      {
        id: written[0]?.id,
        actor: scene.admin.id,
        purpose: 'designation.read',
        studentIds: [first?.id, resubmitted.students[1]?.id, second?.id],
      },
    ]);
  });

  it("isn't available to staff, nor is the designation to strangers", async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    await scene.patch(id, RETURN, byAdmin());
    await scene.patch(id, { classSize: 24, status: 'PENDING' });
    const details = await review(id, scene.counselor);
    const written = await disclosuresOf(id);
    expect([details.designation.classSize, details.changesSinceReturn]).toEqual([24, null]);
    for (const actor of scene.strangers) {
      expect(await refusalOf(review(id, actor))).toEqual(new NotFound());
    }
    expect(await disclosuresOf(id)).toEqual(written);
  });

  it('is neither returned nor disclosed for HEAD', async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    await reviewDesignation({ ...makeCtx({ orm, actor: scene.admin }), headOnly: true }, id);
    expect(await disclosuresOf(id)).toEqual([]);
    await review(id);
    expect(await disclosuresOf(id)).toHaveLength(1);
  });
});

describe('the earlier years next to a designation', () => {
  it("are the school's own figures, newest first, in one statement, and for administrators only", async () => {
    const counting = await openCountingOrm(database.url);
    const years = await Promise.all(
      [2023, 2024, 2025, 2027].map((number) => makeYear(orm, { year: number, status: 'INACTIVE' })),
    );
    const target = { submittedById: scene.counselor.id };
    const made: MadeDesignation[] = [];
    for (const [index, { id: academicYearId }] of years.entries()) {
      for (const highSchoolId of [scene.school.id, scene.otherSchool.id]) {
        const given = { classSize: 10 * (index + 1), criteria: 'OTHER', students: index } as const;
        made.push(
          await makeDesignation(orm, {
            ...target,
            academicYearId,
            highSchoolId,
            status: 'APPROVED',
            ...given,
          }),
        );
      }
    }
    const { highSchoolId } = await scene.draft();
    const listed = (actor: Actor) =>
      listEarlierYears(makeCtx({ orm: counting.orm, actor }), { highSchoolId, year: 2026 });
    const expected = [4, 2, 0].map((at) => ({
      id: made[at]?.id,
      year: 2023 + at / 2,
      classSize: made[at]?.classSize,
      studentCount: at / 2,
      criteria: 'OTHER',
      status: 'APPROVED',
    }));
    expect(await listed(scene.admin)).toEqual(expected);
    expect(await counting.count(() => listed(scene.admin))).toBe(1);
    expect(await refusalOf(listed(scene.counselor))).toEqual(new Forbidden());
    await counting.orm.close(true);
  });
});
