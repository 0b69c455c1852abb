import { beforeEach, describe, expect, it } from 'vitest';
import { countToReview, getReviewQueue } from '#app/domain/review/review-queue.server.ts';
import { getListPage } from '#app/domain/designations/list-page.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { Forbidden, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { type MadeSchool, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: Actor;
let staff: Actor;
let yearId: string;
/** IDs of the active year's designations by school; all are submitted, in this order, but Elm's is only started. */
let ids: Record<'birch' | 'alder' | 'cedar' | 'elm', string>;

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const OPENED = at(12).toISOString();

beforeEach(async () => {
  orm = await database.openOrm();
  admin = actorOf(await makeAdmin(orm));
  const { id: lastYearId } = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  ({ id: yearId } = await makeYear(orm, { year: 2026 }));
  const schools: MadeSchool[] = [];
  for (const name of ['Birch High', 'Alder High', 'Cedar High', 'Elm High']) {
    schools.push(await makeSchool(orm, { name }));
  }
  const made = await makeCounselor(
    orm,
    schools.map(({ id }) => id),
  );
  staff = made.actor;
  const started = async (index: number, academicYearId: string, status: DesignationStatus = 'STARTED') => {
    const { id } = await makeDesignation(orm, {
      highSchoolId: schools[index]?.id ?? '',
      academicYearId,
      submittedById: made.user.id,
      status,
      classSize: 10,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
      createdAt: at(0),
      updatedAt: at(0),
    });
    return id;
  };
  await started(0, lastYearId, 'PENDING');
  ids = {
    birch: await started(0, yearId),
    alder: await started(1, yearId),
    cedar: await started(2, yearId),
    elm: await started(3, yearId),
  };
  await submit('birch', at(3));
  await submit('alder', at(5));
  await submit('cedar', at(4));
});

type School = keyof typeof ids;

async function patchAs(actor: Actor, school: School, now: Date, body: Record<string, unknown>) {
  await patchDesignation(makeCtx({ orm, actor, now: () => now }), {
    id: ids[school],
    patch: DesignationPatchSchema.parse(body),
    ifMatch: null,
  });
}

const submit = (school: School, now: Date) => patchAs(staff, school, now, { status: 'PENDING' });
const decide = (school: School, now: Date, status: DesignationStatus) =>
  patchAs(admin, school, now, { status, reasons: ['ADDRESS'], note: 'Check it.' });

const ctx = () => makeCtx({ orm, actor: admin, now: () => at(20) });
const queueAt = (school: School | null, openedAt = OPENED) =>
  getReviewQueue(ctx(), { openedAt, id: school === null ? null : ids[school] });

/** The queue's designations in order, by following its next ones. */
async function order(): Promise<(string | undefined)[]> {
  const first = await queueAt(null);
  const names = [];
  for (let id = first?.nextPending?.id; id !== undefined;) {
    const index = await getReviewQueue(ctx(), { openedAt: OPENED, id });
    names.push(`${index?.position} of ${index?.total}`, index?.next?.name);
    id = index?.next?.id;
  }
  return names;
}

describe('the review queue', () => {
  it("has the active year's pending designations, the oldest submission first", async () => {
    expect(await countToReview(ctx())).toBe(3);
    expect((await queueAt(null))?.nextPending).toEqual({ id: ids.birch, name: 'Birch High', year: 2026 });
    expect(await order()).toEqual(['1 of 3', 'Cedar High', '2 of 3', 'Alder High', '3 of 3', undefined]);
  });

  it('keeps every position while designations are decided, and continues with the next pending one', async () => {
    await decide('cedar', at(13), 'APPROVED');
    await decide('birch', at(14), 'RETURNED');
    expect(await queueAt('cedar')).toMatchObject({
      position: 2,
      total: 3,
      statuses: { PENDING: 1, APPROVED: 1, RETURNED: 1 },
      previous: { id: ids.birch },
      next: { id: ids.alder },
      nextPending: { id: ids.alder },
    });
    expect(await queueAt('alder')).toMatchObject({ position: 3, next: null, nextPending: null });
    await decide('alder', at(15), 'APPROVED');
    expect(await queueAt('birch')).toMatchObject({
      position: 1,
      statuses: { APPROVED: 2, RETURNED: 1 },
      nextPending: null,
    });
    expect(await countToReview(ctx())).toBe(0);
  });

  it('starts over at the end with those that were skipped', async () => {
    await decide('alder', at(13), 'APPROVED');
    expect((await queueAt('alder'))?.nextPending?.id).toBe(ids.birch);
  });

  it('keeps the position of a designation that is resubmitted in the meantime, or whose decision is reversed', async () => {
    await decide('birch', at(13), 'RETURNED');
    await submit('birch', at(14));
    await decide('cedar', at(15), 'APPROVED');
    await decide('cedar', at(16), 'PENDING');
    expect(await order()).toEqual(['1 of 3', 'Cedar High', '2 of 3', 'Alder High', '3 of 3', undefined]);
    expect((await queueAt(null, at(17).toISOString()))?.nextPending?.id).toBe(ids.cedar);
  });

  it('leaves out what is submitted after it was opened, and counts it for the next one', async () => {
    await submit('elm', at(13));
    expect(await queueAt('elm')).toMatchObject({ total: 3, position: null, nextPending: { id: ids.birch } });
    expect(await countToReview(ctx())).toBe(4);
    expect(await queueAt('elm', at(14).toISOString())).toMatchObject({ total: 4, position: 4 });
  });

  it('keeps the position of a submission that the school corrects while it waits', async () => {
    await patchAs(staff, 'birch', at(6), { status: 'PENDING', classSize: 12 });
    expect((await queueAt(null))?.nextPending?.id).toBe(ids.birch);
  });

  it('is empty without an active year', async () => {
    await orm.em.fork().nativeUpdate(AcademicYearEntity, { id: yearId }, { status: 'INACTIVE' });
    expect([await queueAt(null), await countToReview(ctx())]).toEqual([null, 0]);
  });

  it('is read in two statements, by administrators only', async () => {
    const counting = await openCountingOrm(database.url);
    const ask = () => getReviewQueue(makeCtx({ orm: counting.orm, actor: admin }), { openedAt: OPENED });
    expect(await counting.count(ask)).toBe(2);
    await counting.orm.close(true);
    for (const [actor, refusal] of [
      [staff, Forbidden],
      [ANONYMOUS, Unauthorized],
    ] as const) {
      const denied = makeCtx({ orm, actor });
      expect(await refusalOf(getReviewQueue(denied, { openedAt: OPENED }))).toBeInstanceOf(refusal);
      expect(await refusalOf(countToReview(denied))).toBeInstanceOf(refusal);
    }
  });
});

describe('the list of designations', () => {
  it('marks designations that are pending again after a return', async () => {
    await decide('birch', at(13), 'RETURNED');
    const resubmitted = async () =>
      (await getListPage(ctx(), {})).rows.filter((row) => row.isResubmitted).map(({ id }) => id);
    expect(await resubmitted()).toEqual([]);
    await submit('birch', at(14));
    expect(await resubmitted()).toEqual([ids.birch]);
    await decide('birch', at(15), 'APPROVED');
    expect(await resubmitted()).toEqual([]);
  });
});
