import { beforeEach, describe, expect, it } from 'vitest';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { endSnooze, findSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { addSchoolNote } from '#app/domain/notes/internal-notes.server.ts';
import { Forbidden, Invalid, NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type HomeScene, makeHomeScene } from '#tests/support/home-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: HomeScene;
let admin: Actor;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await makeHomeScene(orm);
  admin = actorOf(await makeAdmin(orm));
});

const ctxOf = ({ actor = admin, now = '2026-11-21T21:00:00.000Z' } = {}) =>
  makeCtx({ orm, actor, now: () => new Date(now) });

async function homeOf(asked: Parameters<typeof ctxOf>[0] = {}) {
  const home = await getAdminHome(ctxOf(asked), { page: { limit: 50, offset: 0 } });
  if (home === null) throw new Error('No academic year is active.');
  return home;
}

describe('the outstanding schools', () => {
  it('show the newest call only, by its first line', async () => {
    const highSchoolId = scene.schools.Alder.id;
    const add = (now: string, text: string, kind: 'NOTE' | 'CALL') =>
      addSchoolNote(ctxOf({ now }), { highSchoolId, text, kind });
    await add('2026-11-19T21:00:00.000Z', 'No answer.', 'CALL');
    await add('2026-11-20T21:00:00.000Z', 'Will send Friday.\nAsk for Jo.', 'CALL');
    await add('2026-11-21T20:00:00.000Z', 'They moved.', 'NOTE');
    const calls = (await homeOf()).outstanding.map(({ name, lastCall }) => [name, lastCall]);
    expect(calls).toEqual([
      ['Birch High', null],
      ['Alder High', { at: '2026-11-20T21:00:00.000Z', text: 'Will send Friday.' }],
      ['Cedar High', null],
    ]);
  });

  it('are last while they are snoozed, until the day, a submission, or the end of the snooze', async () => {
    const { Alder, Birch, Cedar } = scene.schools;
    const names = async (now?: string) =>
      (await homeOf(now === undefined ? {} : { now })).outstanding.map(({ name, snoozedUntil }) => [
        name,
        snoozedUntil,
      ]);
    await snoozeSchool(ctxOf(), { highSchoolId: Birch.id, until: '2026-11-24' });
    await snoozeSchool(ctxOf(), { highSchoolId: Cedar.id, until: '2026-11-23' });
    const snoozed = [
      ['Alder High', null],
      ['Cedar High', '2026-11-23'],
      ['Birch High', '2026-11-24'],
    ];
    expect(await names()).toEqual(snoozed);
    expect((await homeOf()).outstandingTotal).toBe(3);
    // The day begins at midnight in Alaska.
    expect(await names('2026-11-23T08:59:00.000Z')).toEqual(snoozed);
    expect((await names('2026-11-23T09:01:00.000Z')).at(-1)).toEqual(['Birch High', '2026-11-24']);
    const cedar = await orm.em.fork().findOneOrFail(DesignationEntity, {
      ...{ highSchool: Cedar.id, academicYear: { year: 2026 } },
    });
    const submitted = { kind: 'designation.submitted', subject: ['DESIGNATION', cedar.id] } as const;
    await makeEvent(orm, new Date('2026-11-21T22:00:00.000Z'), submitted);
    expect(await names()).toEqual([
      ['Alder High', null],
      ['Cedar High', null],
      ['Birch High', '2026-11-24'],
    ]);
    await endSnooze(ctxOf(), Birch.id);
    expect((await names())[0]).toEqual(['Birch High', null]);
    expect(await refusalOf(endSnooze(ctxOf(), Alder.id))).toEqual(new NotFound());
    const past = snoozeSchool(ctxOf(), { highSchoolId: Alder.id, until: '2026-11-21' });
    expect(await refusalOf(past)).toEqual(
      new Invalid([{ path: ['until'], message: 'Choose a day after today.' }]),
    );
  });

  it('are snoozed by administrators only, and their staff see neither that nor the history of it', async () => {
    const { id } = scene.schools.Alder;
    const { actor: staff } = await makeCounselor(orm, [id]);
    await snoozeSchool(ctxOf(), { highSchoolId: id, until: '2026-11-24' });
    for (const attempt of [
      () => snoozeSchool(ctxOf({ actor: staff }), { highSchoolId: id, until: '2026-11-30' }),
      () => endSnooze(ctxOf({ actor: staff }), id),
      () => findSnooze(ctxOf({ actor: staff }), id),
    ]) {
      expect(await refusalOf(attempt())).toEqual(new Forbidden());
    }
    expect(await findSnooze(ctxOf(), id)).toBe('2026-11-24');
    await snoozeSchool(ctxOf(), { highSchoolId: id, until: '2026-11-24' });
    expect(await orm.em.fork().count(EventEntity, { kind: 'highSchool.snoozed' })).toBe(1);
    const kinds = async (actor: Actor) =>
      (await readTimeline(ctxOf({ actor }), { type: 'HIGH_SCHOOL', id }, null)).entries.map(
        ({ kind }) => kind,
      );
    expect(await kinds(admin)).toContain('highSchool.snoozed');
    expect(await kinds(staff)).not.toContain('highSchool.snoozed');
  });
});
