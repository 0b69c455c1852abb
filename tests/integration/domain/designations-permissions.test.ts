import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardOf, listPastDesignations } from '#app/domain/home/dashboard.server.ts';
import { findPreviousCriteria } from '#app/domain/designations/find-previous-designation.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import {
  type DesignationListing,
  listDesignations,
  listDesignationsOfSchool,
  listDesignationsOfUser,
  listDesignationsOfYear,
} from '#app/domain/designations/list-designations.server.ts';
import { reviewDesignation } from '#app/domain/designations/review-designation.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, SYSTEM } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { type MadeYear, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';
const NEWCOMER = { kind: 'newcomer', email: 'new@school.example.org', sessionId: MISSING } as const;

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
let own: MadeDesignation;
useDesignationScene((given) => ({ orm, year, scene } = given), { per: 'each test' });

beforeEach(async () => {
  own = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 });
});

const ctxOf = (actor: Actor) => makeCtx({ orm, actor });
const nobodies: readonly Actor[] = [ANONYMOUS, NEWCOMER];

describe('reading one designation and its students', () => {
  const calls = {
    getDesignation: (actor: Actor, id: string) => getDesignation(ctxOf(actor), id),
    reviewDesignation: (actor: Actor, id: string) => reviewDesignation(ctxOf(actor), id),
    patchDesignation: (actor: Actor, id: string) => scene.patch(id, { classSize: 25 }, { actor }),
    'patchDesignation with a stale version': (actor: Actor, id: string) =>
      scene.patch(id, { status: 'APPROVED', reasons: [] }, { actor, ifMatch: 7 }),
  };
  it.each(Object.entries(calls))(
    'returns the same 404 to another school as for an unknown ID, and writes nothing: %s',
    async (_name, call) => {
      const before = await snapshotOf(orm);
      for (const actor of scene.strangers) {
        const known = actor === scene.otherCounselor ? own.id : scene.otherDesignation.id;
        expect(await refusalOf(call(actor, known))).toEqual(new NotFound());
        expect(await refusalOf(call(actor, own.id))).toEqual(new NotFound());
        expect(await refusalOf(call(actor, MISSING))).toEqual(new NotFound());
      }
      for (const actor of nobodies) {
        expect(await refusalOf(call(actor, own.id))).toEqual(new Unauthorized());
        expect(await refusalOf(call(actor, MISSING))).toEqual(new Unauthorized());
      }
      expect(await refusalOf(call(scene.admin, MISSING))).toEqual(new NotFound());
      expect(await snapshotOf(orm)).toEqual(before);
    },
  );

  it("is recorded as a disclosure: once a day for the school's staff, each time for administrators and the system", async () => {
    const ids = own.students.map((student) => student.id);
    expect((await getDesignation(ctxOf(scene.counselor), own.id)).students.map(({ id }) => id)).toEqual(ids);
    const disclosures = () =>
      storedRows(orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds'], {
        orderBy: { at: 'asc', id: 'asc' },
      });
    await ctxOf(SYSTEM).em.execute('alter table disclosure disable trigger all');
    const forget = () => orm.em.fork().nativeDelete(DisclosureEntity, {});
    const disclosure = {
      purpose: 'designation.read',
      filter: { designationId: own.id },
      rowCount: 2,
      studentIds: ids,
    };
    expect(await disclosures()).toEqual([
      { ...disclosure, actor: scene.counselor.id, channel: 'REST', studentIds: ids.toSorted() },
    ]);
    await forget();
    for (let time = 0; time < 2; time += 1) {
      await getDesignation(makeCtx({ orm, actor: scene.admin, channel: 'BROWSER' }), own.id);
    }
    const administrators = { ...disclosure, actor: scene.admin.id, channel: 'BROWSER' };
    expect(await disclosures()).toEqual([administrators, administrators]);
    await forget();
    await getDesignation(makeCtx({ orm, channel: 'CLI' }), own.id);
    expect(await disclosures()).toEqual([{ ...disclosure, actor: null, channel: 'CLI' }]);
  });

  it("returns nothing if the disclosure can't be written", async () => {
    await ctxOf(SYSTEM).em.execute('alter table disclosure add constraint full_disk check (row_count < 0)');
    for (const call of Object.values(calls).slice(0, 3)) {
      for (const actor of [scene.admin, scene.counselor]) {
        expect(String(await refusalOf(call(actor, own.id)))).toContain('full_disk');
      }
    }
    expect((await orm.em.fork().findOneOrFail(DesignationEntity, { id: own.id })).version).toBe(1);
  });

  it("returns the students after an administrator's change, with a disclosure", async () => {
    const response = await scene.patch(own.id, { classSize: 25 }, { actor: scene.admin });
    expect(response.students).toHaveLength(2);
    expect(await storedRows(orm, DisclosureEntity, ['purpose', 'rowCount'])).toEqual([
      { purpose: 'designation.edit', rowCount: 2 },
    ]);
  });
});

describe('lists of designations', () => {
  const idsOf = async (listing: Promise<DesignationListing>) =>
    (await listing).items.map((item) => item.id).sort();
  const sorted = (...designations: MadeDesignation[]) => designations.map(({ id }) => id).sort();

  it('show everything to administrators, their schools to staff, nothing to others, and return 401 without a session', async () => {
    const list = (actor: Actor) => listDesignations(ctxOf(actor), {});
    expect(await idsOf(list(scene.admin))).toEqual(sorted(own, scene.otherDesignation));
    expect(await idsOf(list(SYSTEM))).toEqual(sorted(own, scene.otherDesignation));
    expect(await idsOf(list(scene.counselor))).toEqual([own.id]);
    const [elsewhere, former, schoolless] = scene.strangers;
    expect(await idsOf(list(elsewhere ?? ANONYMOUS))).toEqual([scene.otherDesignation.id]);
    expect(await idsOf(list(former ?? ANONYMOUS))).toEqual([]);
    expect(await idsOf(list(schoolless ?? ANONYMOUS))).toEqual([]);
    for (const actor of nobodies) expect(await refusalOf(list(actor))).toEqual(new Unauthorized());
  });

  it('lists the designations of a year, by its number or ID', async () => {
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const list = (actor: Actor, of: string | number) =>
      listDesignationsOfYear(ctxOf(actor), { year: of, query: {} });
    for (const of of [2026, year.id]) {
      expect(await idsOf(list(scene.admin, of))).toEqual(sorted(own, scene.otherDesignation));
      expect(await idsOf(list(scene.counselor, of))).toEqual([own.id]);
    }
    expect(await idsOf(list(scene.admin, past.id))).toEqual([]);
    for (const of of [1999, MISSING]) {
      expect(await refusalOf(list(scene.admin, of))).toEqual(new NotFound());
      for (const actor of nobodies) expect(await refusalOf(list(actor, of))).toEqual(new Unauthorized());
    }
  });

  it('lists the designations of a school', async () => {
    const list = (actor: Actor, highSchoolId: string) =>
      listDesignationsOfSchool(ctxOf(actor), { highSchoolId, query: {} });
    expect(await idsOf(list(scene.admin, scene.otherSchool.id))).toEqual([scene.otherDesignation.id]);
    expect(await idsOf(list(scene.counselor, scene.school.id))).toEqual([own.id]);
    for (const id of [scene.otherSchool.id, MISSING]) {
      expect(await refusalOf(list(scene.counselor, id))).toEqual(new NotFound());
      for (const actor of nobodies) expect(await refusalOf(list(actor, id))).toEqual(new Unauthorized());
    }
    expect(await refusalOf(list(scene.admin, MISSING))).toEqual(new NotFound());
  });

  it("lists each designation of a user's schools and own submissions once, if they can still open it", async () => {
    const moved = await makeCounselor(orm, [scene.otherSchool.id]);
    await orm.em.fork().nativeUpdate(DesignationEntity, { id: own.id }, { submittedBy: moved.user.id });
    const list = (actor: Actor, userId: string) =>
      listDesignationsOfUser(ctxOf(actor), { userId, query: {} });
    expect(await idsOf(list(scene.admin, moved.user.id))).toEqual(sorted(own, scene.otherDesignation));
    expect(await idsOf(list(moved.actor, moved.user.id))).toEqual([scene.otherDesignation.id]);
    expect(await refusalOf(list(scene.otherCounselor, moved.user.id))).toEqual(new Forbidden());
    expect(await refusalOf(list(scene.counselor, moved.user.id))).toEqual(new NotFound());
    expect(await refusalOf(list(scene.counselor, MISSING))).toEqual(new NotFound());
    expect(await refusalOf(list(scene.admin, MISSING))).toEqual(new NotFound());
    for (const actor of nobodies)
      expect(await refusalOf(list(actor, moved.user.id))).toEqual(new Unauthorized());
  });
});

it('the dashboard, menu, and earlier criteria show nothing to other schools', async () => {
  const [, former, schoolless] = scene.strangers;
  for (const actor of [former, schoolless]) {
    const ctx = ctxOf(actor ?? ANONYMOUS);
    expect(await listPastDesignations(ctx)).toEqual([]);
    expect(await dashboardOf(ctx)).toMatchObject({
      schoolNames: [],
      unstarted: [],
      started: [],
      pending: [],
      returned: [],
      allDesignations: [],
      designationCount: 0,
    });
  }
  for (const actor of scene.strangers) {
    const target = { highSchoolId: scene.school.id, year: 2030 };
    expect(await refusalOf(findPreviousCriteria(ctxOf(actor), target))).toEqual(new NotFound());
  }
  for (const actor of nobodies) {
    expect(await refusalOf(dashboardOf(ctxOf(actor)))).toEqual(new Unauthorized());
    expect(await listPastDesignations(ctxOf(actor))).toEqual([]);
  }
});
