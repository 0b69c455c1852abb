import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

const timeline = (id: string, actor: Actor = scene.admin, before: string | null = null) =>
  readTimeline(makeCtx({ orm, actor }), { type: 'DESIGNATION', id, highSchoolId: scene.school.id }, before);

/** Records saves through the REST API, one minute apart, each of which raises the class size by one. */
async function saveOften(id: string, count: number, since: string): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    at: new Date(Date.parse(since) - (index + 1) * 60_000),
    actor: scene.counselor.id,
    channel: 'REST' as const,
    kind: 'designation.edited',
    subjectType: 'DESIGNATION' as const,
    subjectId: id,
    changes: { classSize: { from: count - index - 1, to: count - index } },
  }));
  await orm.em.fork().insertMany(EventEntity, events);
}

describe('the timeline', () => {
  it('groups the saves of a session, for reviewers and the school; only reviewers see emails', async () => {
    const clock = createTestClock();
    const { id } = await scene.draft();
    const saveAt = (body: Record<string, unknown>, actor = scene.counselor) => {
      clock.advance(10 * 60_000);
      return scene.patch(id, body, { actor, now: clock.now });
    };
    const [first, second] = [studentInput(), studentInput()];
    const { students } = await saveAt({ classSize: 14, students: [first] });
    await saveAt({ classSize: 18, students: [{ ...first, id: students[0]?.id, first: 'Ann' }, second] });
    await saveAt({ criteria: 'CUMULATIVE_GPA', status: 'PENDING' });
    await saveAt({ status: 'RETURNED', reasons: ['OTHER'], note: 'Why?', notify: false }, scene.admin);
    const entries = [
      {
        kind: 'designation.returned',
        actorName: `Ada ${scene.admin.lastName}`,
        startedAt: '2026-11-21T21:40:00.000Z',
        endedAt: '2026-11-21T21:40:00.000Z',
        count: 1,
        fields: {
          status: { from: 'PENDING', to: 'RETURNED' },
          note: { from: null, to: 'Why?' },
          reasons: { from: [], to: ['OTHER'] },
        },
        names: [],
        students: null,
        email: 'NONE',
      },
      {
        kind: 'designation.submitted',
        actorName: `Pat ${scene.counselor.lastName}`,
        startedAt: '2026-11-21T21:30:00.000Z',
        endedAt: '2026-11-21T21:30:00.000Z',
        count: 1,
        fields: {
          status: { from: 'STARTED', to: 'PENDING' },
          criteria: { from: null, to: 'CUMULATIVE_GPA' },
        },
        names: [],
        students: null,
        email: null,
      },
      {
        kind: 'designation.edited',
        actorName: `Pat ${scene.counselor.lastName}`,
        startedAt: '2026-11-21T21:10:00.000Z',
        endedAt: '2026-11-21T21:20:00.000Z',
        count: 2,
        fields: { classSize: { from: null, to: 18 } },
        names: [],
        students: { added: 2, removed: 0, changed: 0, changedFields: [] },
        email: null,
      },
    ];
    const timelinePage = await timeline(id);
    expect(
      timelinePage.entries.map(
        ({ id: _id, channel: _channel, tokenName: _token, osUser: _user, host: _host, ...entry }) => entry,
      ),
    ).toEqual(entries);
    expect(timelinePage.olderThan).toBeNull();
    const schools = await timeline(id, scene.counselor);
    expect(
      schools.entries.map(
        ({ id: _id, channel: _channel, tokenName: _token, osUser: _user, host: _host, ...entry }) => entry,
      ),
    ).toEqual(entries.map((entry) => ({ ...entry, email: null })));
    for (const actor of scene.strangers) expect(await refusalOf(timeline(id, actor))).toEqual(new NotFound());
  });

  it('reaches every event page by page, without splitting a group of changes', async () => {
    const { id } = await scene.draft();
    await saveOften(id, 150, '2026-11-01T12:00:00Z');
    await saveOften(id, 120, '2026-11-02T12:00:00Z');
    await saveOften(id, 30, '2026-11-03T12:00:00Z');
    const newest = await timeline(id);
    expect(newest.entries.map(({ count, fields }) => [count, fields['classSize']])).toEqual([
      [30, { from: 0, to: 30 }],
      [120, { from: 0, to: 120 }],
    ]);
    const older = await timeline(id, scene.counselor, newest.olderThan);
    expect([older.entries.map(({ count }) => count), older.olderThan]).toEqual([[150], null]);
  });

  it('splits a group of changes that exceeds a page', async () => {
    const { id } = await scene.draft();
    await saveOften(id, 201, '2026-11-01T12:00:00Z');
    const newest = await timeline(id);
    expect(newest.entries.map(({ count }) => count)).toEqual([200]);
    const older = await timeline(id, scene.admin, newest.olderThan);
    expect([older.entries.map(({ count }) => count), older.olderThan]).toEqual([[1], null]);
  });

  it("returns nothing for another designation's event as cursor", async () => {
    const { id } = await scene.draft();
    await saveOften(id, 2, '2026-11-01T12:00:00Z');
    await saveOften(scene.otherDesignation.id, 1, '2026-11-09T12:00:00Z');
    const event = await orm.em.fork().findOneOrFail(EventEntity, { subjectId: scene.otherDesignation.id });
    expect(await timeline(id, scene.admin, event.id)).toEqual({ entries: [], olderThan: null });
  });
});
