import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { announceEditor } from '#app/domain/designations/designation-editors.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import { listEvents } from '#app/domain/events/event-queries.server.ts';
import { Conflict, Forbidden, NotFound, VersionConflict, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import type { StudentDraft } from '#app/schemas/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  issuesOf,
  refusalOf,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
let kim: UserActor;
useDesignationScene((given) => ({ orm, scene } = given), { poolMax: 12 });

beforeEach(async () => {
  ({ actor: kim } = await makeCounselor(orm, [scene.school.id], { firstName: 'Kim', lastName: 'Lee' }));
});

interface Typed {
  readonly version?: number;
  readonly userId?: string;
  readonly tabId?: string;
  readonly classSize?: number | null;
  readonly criteriaComment?: string | null;
  readonly students?: readonly Partial<StudentDraft>[];
}

const clock = createTestClock();

function save(actor: Actor, id: string, typed: Typed = {}) {
  return saveDraft(makeCtx({ orm, actor, now: clock.now, channel: 'BROWSER' }), saveOf(actor, id, typed));
}

function saveOf(
  actor: Actor,
  id: string,
  { version = 1, userId, tabId = randomUUID(), ...typed }: Typed = {},
) {
  return {
    id,
    save: DraftSaveSchema.parse({
      tabId,
      userId: userId ?? (actor.kind === 'user' ? actor.id : randomUUID()),
      version,
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      criteriaComment: null,
      students: [],
      ...typed,
    }),
  };
}

const timeline = async (id: string) => listEvents(makeCtx({ orm }), 'DESIGNATION', id);

describe('a draft save', () => {
  it.each(['STARTED', 'RETURNED'] as const)(
    'stores what was typed while the designation is %s, and returns the new IDs',
    async (status) => {
      const { id } = await scene.draft({ status });
      const first = await save(kim, id, { students: [{ first: 'Ann' }, {}, studentInput()] });
      expect(first).toMatchObject({ version: 2, status, savedAt: clock.now().toISOString() });
      expect(first.studentIds).toHaveLength(3);

      const [ann, blank, third] = first.studentIds;
      const second = await save(kim, id, {
        version: 2,
        students: [{ id: ann, first: 'Anna' }, { id: blank }, { ...studentInput(), id: third }],
      });
      expect(second.studentIds).toEqual(first.studentIds);
      expect(await timeline(id)).toMatchObject([
        { kind: 'designation.edited', channel: 'BROWSER', actorName: 'Kim Lee' },
        { kind: 'designation.edited', channel: 'BROWSER', actorName: 'Kim Lee' },
      ]);
    },
  );

  it("has warnings if the user joined the school's staff after the request began", async () => {
    const { id } = await scene.draft();
    const actor = { ...kim, highSchoolIds: [randomUUID()] };
    const { version, warnings } = await saveDraft(
      makeCtx({ orm, actor, channel: 'BROWSER' }),
      saveOf(actor, id, { students: [studentInput({ email: kim.email })] }),
    );
    expect([version, Object.keys(warnings)]).toEqual([2, [expect.any(String)]]);
  });

  it('records no event, version, or time if nothing changes', async () => {
    const { id } = await scene.draft();
    const { studentIds } = await save(kim, id, { students: [{ first: 'Ann' }] });
    const before = await snapshotOf(orm);
    const again = await save(kim, id, { version: 2, students: [{ id: studentIds[0], first: ' Ann ' }] });
    expect(again).toMatchObject({ version: 2, studentIds });
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it('returns who else is editing', async () => {
    const { id } = await scene.draft();
    const userId = scene.counselor.id;
    const counselor = makeCtx({ orm, actor: scene.counselor, now: clock.now });
    await announceEditor(counselor, { id, tabId: randomUUID(), userId });
    clock.advance(1000);
    const { colleagues, changed } = await save(kim, id, { classSize: 30 });
    const { firstName, lastName } = scene.counselor;
    expect(colleagues).toEqual([{ id: userId, firstName, lastName }]);
    expect(changed).toEqual({
      at: clock.now().toISOString(),
      by: { id: kim.id, firstName: 'Kim', lastName: 'Lee' },
    });
  });

  it('from ten tabs concurrently succeeds once, and shows that user to the others', async () => {
    const { id } = await scene.draft();
    const colleagues = await Promise.all(
      Array.from({ length: 9 }, () => makeCounselor(orm, [scene.school.id])),
    );
    const actors = [kim, ...colleagues.map(({ actor }) => actor)];
    const settled = await Promise.allSettled(
      actors.map((actor, index) => save(actor, id, { students: studentInputs(index + 1) })),
    );
    const saved = settled.flatMap((one, index) => (one.status === 'fulfilled' ? [actors[index]] : []));
    expect(saved).toHaveLength(1);
    const [winner] = saved;
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    const reported = new VersionConflict(
      `${winner?.firstName} ${winner?.lastName} changed this on Nov 21, 2026, 12:00 PM AKST`,
      {
        changed: {
          at: clock.now().toISOString(),
          by: { id: winner?.id, firstName: winner?.firstName, lastName: winner?.lastName },
        },
      },
    );
    expect(refusals).toEqual(Array.from({ length: 9 }, () => reported));
    expect(await timeline(id)).toMatchObject([{ kind: 'designation.edited' }]);
  });

  it('from a second tab of the same user is reported as such', async () => {
    const { id } = await scene.draft();
    await save(kim, id);
    expect(await refusalOf(save(kim, id, { classSize: 30 }))).toMatchObject({
      message:
        'You changed this in another tab or on another device on Nov 21, 2026, 12:00 PM AKST, so nothing was saved. Look at the latest version, then make your change again.',
    });
  });

  it('and the announcement of the same new tab do not wait for each other', async () => {
    const { id } = await scene.draft();
    let version = 1;
    for (let round = 0; round < 30; round += 1) {
      const tabId = randomUUID();
      const announced = announceEditor(makeCtx({ orm, actor: kim, now: clock.now }), {
        id,
        tabId,
        userId: kim.id,
      });
      const [saved] = await Promise.all([save(kim, id, { tabId, version, classSize: round }), announced]);
      version = saved.version;
    }
    expect(version).toBe(31);
  });

  it('reports a submission in the meantime', async () => {
    const { id } = await scene.draft({ classSize: 0, criteria: 'CUMULATIVE_GPA' });
    await scene.patch(id, { status: 'PENDING' });
    expect(await refusalOf(save(kim, id))).toBeInstanceOf(VersionConflict);
  });

  it('refuses values of the wrong form, under their path', async () => {
    const { id } = await scene.draft();
    const before = await snapshotOf(orm);
    expect(await issuesOf(save(kim, id, { students: [{ dateOfBirth: '2999-01-01' }] }))).toEqual([
      { path: ['students', 0, 'dateOfBirth'], message: 'Date of birth must not be in the future.' },
    ]);
    expect(await snapshotOf(orm)).toEqual(before);
  });
});

describe('a draft save that is refused', () => {
  it('returns 404 to strangers, 403 to administrators, and 401 without a session', async () => {
    const { id } = await scene.draft();
    const before = await snapshotOf(orm);
    for (const stranger of scene.strangers) {
      expect(await refusalOf(save(stranger, id))).toEqual(new NotFound());
      expect(await refusalOf(save(stranger, id, { version: 7 }))).toEqual(new NotFound());
      expect(await refusalOf(save(stranger, randomUUID()))).toEqual(new NotFound());
    }
    expect(await refusalOf(save(kim, scene.otherDesignation.id))).toEqual(new NotFound());
    expect(await refusalOf(save(scene.admin, id))).toEqual(new Forbidden());
    expect(await refusalOf(save(ANONYMOUS, id))).toEqual(new Unauthorized());
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it('returns 403 on a page that another user had opened', async () => {
    const { id } = await scene.draft();
    const before = await snapshotOf(orm);
    expect(await refusalOf(save(kim, id, { userId: scene.counselor.id }))).toEqual(
      new Forbidden(
        'Someone else has signed in on this browser since you opened this page. Reload the page.',
      ),
    );
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it.each([
    ['PENDING', "This designation is pending review, so drafts can't be saved. Submit your changes instead."],
    ['APPROVED', 'This designation has been approved, it cannot be edited.'],
    ['REJECTED', 'This designation has been rejected, it cannot be edited.'],
  ] as const)('returns 409 while the designation is %s, with the reason', async (status, sentence) => {
    const { id } = await scene.draft({ status, classSize: 0, criteria: 'CUMULATIVE_GPA' });
    const before = await snapshotOf(orm);
    expect(await refusalOf(save(kim, id))).toEqual(new Conflict(sentence));
    expect(await snapshotOf(orm)).toEqual(before);
  });
});
