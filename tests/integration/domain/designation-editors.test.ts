import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  announceEditor,
  announceReviewer,
  EDITOR_TIMEOUT_SECONDS,
  leaveDesignation,
} from '#app/domain/designations/designation-editors.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, SYSTEM, type UserActor } from '#app/policy/actor.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
let clock: TestClock;
let designation: MadeDesignation;
let kim: UserActor;
useDesignationScene((given) => ({ orm, scene } = given));

beforeEach(async () => {
  clock = createTestClock();
  designation = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA' });
  ({ actor: kim } = await makeCounselor(orm, [scene.school.id], { firstName: 'Kim', lastName: 'Lee' }));
});

interface Announced {
  readonly id?: string;
  readonly tabId?: string;
  readonly userId?: string;
}

const idOf = (actor: Actor) => (actor.kind === 'user' ? actor.id : randomUUID());

function announce(actor: Actor, { id = designation.id, tabId = randomUUID(), userId }: Announced = {}) {
  return announceEditor(makeCtx({ orm, actor, now: clock.now }), {
    id,
    tabId,
    userId: userId ?? idOf(actor),
  });
}

const leave = (actor: Actor, tabId: string, id = designation.id) =>
  leaveDesignation(makeCtx({ orm, actor, now: clock.now }), { id, tabId });

const tabs = () =>
  storedRows(orm, DesignationEditorEntity, ['tabId', 'user'], {
    where: { designation: designation.id },
    orderBy: { seenAt: 'asc' },
  });

const asPerson = ({ id, firstName, lastName }: UserActor) => ({ id, firstName, lastName });

describe('who has a designation open', () => {
  it('is shown to each editor by name, without themselves', async () => {
    expect(await announce(scene.counselor)).toEqual({
      version: 1,
      status: 'STARTED',
      changed: null,
      colleagues: [],
      otherTabs: [],
    });
    expect((await announce(kim)).colleagues).toEqual([asPerson(scene.counselor)]);
    expect((await announce(kim)).colleagues).toEqual([asPerson(scene.counselor)]);
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
  });

  it('distinguishes another tab of the same user', async () => {
    const tabId = randomUUID();
    expect(await announce(kim, { tabId })).toMatchObject({ otherTabs: [] });
    expect(await announce(kim, { tabId })).toMatchObject({ otherTabs: [] });
    expect(await announce(kim)).toMatchObject({ colleagues: [], otherTabs: [tabId] });
    const reported = await announce(scene.counselor);
    expect([reported.colleagues, reported.otherTabs]).toEqual([[asPerson(kim)], []]);
  });

  it("removes a tab when its user closes it, but not at another user's request", async () => {
    const tabId = randomUUID();
    await announce(kim, { tabId });
    for (const other of [scene.counselor, ...scene.strangers, scene.admin]) await leave(other, tabId);
    await leave(kim, tabId, scene.otherDesignation.id);
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
    await leave(kim, tabId);
    expect((await announce(scene.counselor)).colleagues).toEqual([]);
    await leave(kim, tabId);
  });

  it('removes a tab after a minute without a request', async () => {
    const silent = randomUUID();
    await announce(kim, { tabId: silent });
    clock.advance(EDITOR_TIMEOUT_SECONDS * 1000 - 1);
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
    clock.advance(1);
    expect((await announce(scene.counselor)).colleagues).toEqual([]);
    expect((await tabs()).map((tab) => tab.tabId)).not.toContain(silent);
    await announce(kim, { tabId: silent });
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
  });

  it('counts a tab that saves, unless it was already closed', async () => {
    const tabId = randomUUID();
    const save = (version: number, classSize: number) =>
      saveDraft(makeCtx({ orm, actor: kim, now: clock.now }), {
        id: designation.id,
        save: DraftSaveSchema.parse({
          ...{ tabId, userId: kim.id, version, classSize },
          ...{ criteria: null, criteriaComment: null, students: [] },
        }),
      });
    await announce(kim, { tabId });
    clock.advance((EDITOR_TIMEOUT_SECONDS - 1) * 1000);
    await save(1, 30);
    clock.advance((EDITOR_TIMEOUT_SECONDS - 1) * 1000);
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
    await leave(kim, tabId);
    await save(2, 40);
    expect((await announce(scene.counselor)).colleagues).toEqual([]);
  });

  it('moves a tab along when it opens another designation', async () => {
    const nextYear = await makeYear(orm, { year: 2031, status: 'INACTIVE' });
    const next = await scene.draft({ academicYearId: nextYear.id });
    const tabId = randomUUID();
    await announce(kim, { tabId });
    await announce(kim, { tabId, id: next.id });
    expect((await announce(scene.counselor)).colleagues).toEqual([]);
    expect((await announce(scene.counselor, { id: next.id })).colleagues).toEqual([asPerson(kim)]);
  });

  it("doesn't let one user take over another's tab", async () => {
    const tabId = randomUUID();
    await announce(kim, { tabId });
    await announce(scene.counselor, { tabId });
    expect(await tabs()).toEqual([{ tabId, user: kim.id }]);
  });

  it("doesn't name users who were deleted or have left the school", async () => {
    const { actor: gone } = await makeCounselor(orm, [scene.school.id]);
    const { actor: moved } = await makeCounselor(orm, [scene.school.id]);
    await announce(gone);
    await announce(moved);
    expect((await announce(kim)).colleagues).toHaveLength(2);
    await orm.em.fork().nativeUpdate(UserAccountEntity, { id: gone.id }, { flags: ['DELETED'] });
    await orm.em.fork().nativeDelete(HighSchoolStaffEntity, { user: moved.id });
    expect((await announce(kim)).colleagues).toEqual([]);
  });

  it('comes with the stored version, its status, and who changed it last', async () => {
    await scene.patch(designation.id, { classSize: 31 }, { actor: kim, now: clock.now });
    clock.advance(60_000);
    await scene.patch(designation.id, { status: 'RETURNED' }, { actor: scene.admin, now: clock.now });
    expect(await announce(scene.counselor)).toMatchObject({
      version: 3,
      status: 'RETURNED',
      changed: { at: clock.now().toISOString(), by: asPerson(scene.admin) },
    });
  });
});

describe('announcing an open designation', () => {
  const nothingStored = async () => expect(await tabs()).toEqual([]);

  it('returns 404 to people of other schools, and for an unknown designation', async () => {
    for (const actor of scene.strangers) {
      expect(await refusalOf(announce(actor))).toEqual(new NotFound());
      expect(await refusalOf(announce(actor, { id: randomUUID() }))).toEqual(new NotFound());
    }
    expect(await refusalOf(announce(kim, { id: scene.otherDesignation.id }))).toEqual(new NotFound());
    await nothingStored();
  });

  it("is refused to an administrator who isn't on the school's staff, and to the system", async () => {
    for (const actor of [scene.admin, SYSTEM]) {
      expect(await refusalOf(announce(actor))).toEqual(new Forbidden());
    }
    await nothingStored();
  });

  it('is refused to a deleted user', async () => {
    expect(await refusalOf(announce(ANONYMOUS))).toEqual(new Unauthorized());
    expect(await refusalOf(leave(ANONYMOUS, randomUUID()))).toEqual(new Unauthorized());
    await nothingStored();
  });

  it('is refused on a page that another user had opened', async () => {
    const refusal = await refusalOf(announce(kim, { userId: scene.counselor.id }));
    expect(refusal).toEqual(
      new Forbidden(
        'Someone else has signed in on this browser since you opened this page. Reload the page.',
      ),
    );
    await nothingStored();
  });
});

describe('who reviews a designation', () => {
  const review = (actor: Actor, { tabId = randomUUID(), userId = idOf(actor), id = designation.id } = {}) =>
    announceReviewer(makeCtx({ orm, actor, now: clock.now }), { id, tabId, userId });

  it('is shown to other administrators by name, until they leave or stop announcing it', async () => {
    const sophia = actorOf(await makeAdmin(orm, { firstName: 'Sophia', lastName: 'Reed' }));
    const tabId = randomUUID();
    expect(await review(sophia, { tabId })).toMatchObject({ reviewers: [] });
    expect(await review(scene.admin)).toMatchObject({ reviewers: [asPerson(sophia)] });
    expect(await review(sophia, { tabId })).toMatchObject({ reviewers: [asPerson(scene.admin)] });
    await leave(sophia, tabId);
    expect(await review(scene.admin)).toMatchObject({ reviewers: [] });
    await review(sophia, { tabId });
    clock.advance(EDITOR_TIMEOUT_SECONDS * 1000);
    expect(await review(scene.admin)).toMatchObject({ reviewers: [] });
  });

  it("comes with a colleague's decision and its time, without the note to the school", async () => {
    const sophia = actorOf(await makeAdmin(orm, { firstName: 'Sophia', lastName: 'Reed' }));
    clock.advance(60_000);
    const decision = { status: 'REJECTED', note: 'Outside of the program.' } as const;
    await scene.patch(designation.id, decision, { actor: sophia, now: clock.now });
    expect(await review(scene.admin)).toEqual({
      version: 2,
      status: 'REJECTED',
      changed: { at: clock.now().toISOString(), by: asPerson(sophia) },
      reviewers: [],
    });
  });

  it("isn't shown to the school, nor the school's editors to reviewers", async () => {
    const both = await makeCounselor(orm, [scene.school.id], { flags: ['ADMIN'] });
    const reviewer = actorOf(both.user, [scene.school.id]);
    await review(reviewer);
    await announce(kim);
    expect((await announce(scene.counselor)).colleagues).toEqual([asPerson(kim)]);
    expect(await review(scene.admin)).toMatchObject({ reviewers: [asPerson(reviewer)] });
  });

  it('is known to administrators only', async () => {
    await review(scene.admin);
    expect(await refusalOf(review(kim))).toBeInstanceOf(Forbidden);
    expect(await refusalOf(review(scene.otherCounselor))).toBeInstanceOf(NotFound);
    expect(await refusalOf(review(ANONYMOUS))).toBeInstanceOf(Unauthorized);
    expect(await refusalOf(review(scene.admin, { userId: kim.id }))).toBeInstanceOf(Forbidden);
    expect(await refusalOf(review(scene.admin, { id: randomUUID() }))).toBeInstanceOf(NotFound);
  });
});
