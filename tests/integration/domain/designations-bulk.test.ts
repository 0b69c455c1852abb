import { describe, expect, it } from 'vitest';
import { planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectedVersions, useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { snapshotOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const scene = useBulkScene();
const { pending, ctxOf, decide } = scene;

async function statuses(): Promise<Record<string, string>> {
  const rows = await ctxOf().em.findAll(DesignationEntity, { populate: ['highSchool'] });
  return Object.fromEntries(
    rows.map(({ highSchool, status, version }) => [highSchool.name, `${status} ${version}`]),
  );
}
async function emails(): Promise<string[]> {
  const rows = await ctxOf().em.findAll(OutboxMailEntity, { orderBy: { subject: 'asc' } });
  return rows.map(({ kind, subject }) => `${kind}: ${subject}`);
}
const events = () =>
  storedRows(scene.orm, EventEntity, ['kind', 'actor'], { orderBy: { kind: 'asc', subjectId: 'asc' } });

describe('a decision on many designations', () => {
  it.each(['APPROVED', 'RETURNED'] as const)(
    'to %s changes pending ones and lists the skipped ones by status',
    async (status) => {
      const made: MadeDesignation[] = [];
      for (const before of DESIGNATION_STATUSES) made.push(await pending(before, { status: before }));
      const [started, , returned, approved, rejected] = made;
      const stays = (reason: string, one: MadeDesignation | undefined) => ({
        reason,
        count: 1,
        named: [{ id: one?.id, name: reason, year: 2026 }],
      });
      const skipped = [
        stays('STARTED', started),
        stays('RETURNED', returned),
        stays('APPROVED', approved),
        stays('REJECTED', rejected),
      ];
      const before = await snapshotOf(scene.orm);
      const plan = await planDecisions(ctxOf(), { status, scope: { expected: expectedVersions(...made) } });
      expect(await snapshotOf(scene.orm)).toEqual(before);
      expect(plan).toEqual({
        status,
        designations: [{ id: made[1]?.id, version: 1, name: 'PENDING', year: 2026 }],
        waiting: null,
        skipped,
        incomplete: { count: 0, named: [], ids: [] },
        matched: { count: 0, named: [], ids: [] },
        emails: { people: 1, schools: 1, bounced: 0, isOff: false },
      });
      expect(await decide(status, expectedVersions(...made))).toEqual({
        ...{ status, skipped, rest: [] },
        decided: [{ id: made[1]?.id, name: 'PENDING', year: 2026 }],
      });
      expect(await statuses()).toEqual({
        STARTED: 'STARTED 1',
        PENDING: `${status} 2`,
        RETURNED: 'RETURNED 1',
        APPROVED: 'APPROVED 1',
        REJECTED: 'REJECTED 1',
      });
      const kind = `designation.${status.toLowerCase()}`;
      expect(await events()).toEqual([{ kind, actor: scene.admin.id }]);
      expect((await emails()).map((email) => email.split(':')[0])).toEqual([kind]);
    },
  );

  it('emails each school the reasons and the note, or no one', async () => {
    const [reported, notNotified] = [await pending('Aspen'), await pending('Birch')];
    await decide('RETURNED', expectedVersions(reported));
    await decide('RETURNED', expectedVersions(notNotified), { notify: false });
    expect(await emails()).toEqual([
      'designation.returned: Aspen: the 2026 designation has been returned for correction',
    ]);
    const rows = await storedRows(scene.orm, DesignationEntity, ['reasons', 'note']);
    expect(rows).toEqual(
      [reported, notNotified].map(() => ({ reasons: ['ADDRESS'], note: 'Look at the addresses.' })),
    );
  });

  it('skips designations that changed since they were shown', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    await ctxOf().em.nativeUpdate(DesignationEntity, { id: birch.id }, { version: 2 });
    const changed = [{ reason: 'CHANGED', count: 1, named: [{ id: birch.id, name: 'Birch', year: 2026 }] }];
    const plan = await planDecisions(ctxOf(), {
      status: 'APPROVED',
      scope: { expected: expectedVersions(aspen, birch) },
    });
    expect([plan.designations.map(versionTokenOf), plan.skipped]).toEqual([[`${aspen.id}.1`], changed]);
    expect(await decide('APPROVED', expectedVersions(aspen, birch))).toEqual({
      status: 'APPROVED',
      decided: [{ id: aspen.id, name: 'Aspen', year: 2026 }],
      skipped: changed,
      rest: [],
    });
    expect(await statuses()).toEqual({ Aspen: 'APPROVED 2', Birch: 'PENDING 2' });
  });

  it('continues with the rest after an interruption', async () => {
    const made = [await pending('Aspen'), await pending('Birch'), await pending('Cedar')];
    let clockReads = 0;
    const cutOff = () => {
      clockReads += 1;
      if (clockReads > 8) throw new Error('The power is gone.');
      return new Date('2026-11-21T21:00:00.000Z');
    };
    await expect(decide('APPROVED', expectedVersions(...made), { now: cutOff })).rejects.toThrow(
      'The power is gone.',
    );
    const done = Object.values(await statuses()).filter((status) => status === 'APPROVED 2').length;
    expect([done > 0, done < 3]).toEqual([true, true]);
    expect([(await events()).length, (await emails()).length]).toEqual([done, done]);
    const outcome = await decide('APPROVED', expectedVersions(...made));
    expect([outcome.decided.length, outcome.skipped.map(({ reason, count }) => [reason, count])]).toEqual([
      3 - done,
      [['APPROVED', done]],
    ]);
    expect([(await events()).length, (await emails()).length]).toEqual([3, 3]);
  });

  it('returns the rest when a request would take too long, and continues from there', async () => {
    const made: MadeDesignation[] = [];
    for (let number = 0; number < 30; number += 1) made.push(await pending(`School ${number}`));
    const clock = createTestClock();
    const slow = () => {
      clock.advance(200);
      return clock.now();
    };
    const first = await decide('APPROVED', expectedVersions(...made), { now: slow });
    expect([first.decided.length, first.skipped, first.rest.length]).toEqual([25, [], 5]);
    const rest = first.rest.map((text) => ({ id: text.split('.')[0] ?? '' }));
    const second = await decide('APPROVED', expectedVersions(...rest), { now: slow });
    expect([second.decided.length, second.skipped, second.rest]).toEqual([5, [], []]);
    expect([(await events()).length, (await emails()).length]).toEqual([30, 30]);
  });

  it('by two administrators concurrently changes each designation once', async () => {
    const made: MadeDesignation[] = [];
    for (let number = 0; number < 12; number += 1) made.push(await pending(`School ${number}`));
    const other = actorOf(await makeAdmin(scene.orm));
    const outcomes = await Promise.all([
      decide('APPROVED', expectedVersions(...made)),
      decide('RETURNED', expectedVersions(...made), { actor: other }),
      decide('APPROVED', expectedVersions(...made), { actor: other }),
    ]);
    expect(outcomes.reduce((sum, { decided }) => sum + decided.length, 0)).toBe(12);
    for (const { decided, skipped } of outcomes) {
      expect(skipped.reduce((sum, { count }) => sum + count, decided.length)).toBe(12);
    }
    expect(new Set(Object.values(await statuses()).map((status) => status.split(' ')[1]))).toEqual(
      new Set(['2']),
    );
    expect([(await events()).length, (await emails()).length]).toEqual([12, 12]);
  });
});

it('a bulk decision uses as many statements per designation as a single one, and seven more in total', async () => {
  const made = [
    await pending('Aspen'),
    await pending('Birch'),
    await pending('Cedar'),
    await pending('Denali'),
  ];
  const counting = await openCountingOrm(scene.databaseUrl);
  const count = (...some: MadeDesignation[]) =>
    counting.count(() => decide('APPROVED', expectedVersions(...some), { orm: counting.orm }));
  await ctxOf({ orm: counting.orm }).em.execute('select 1');
  const [one, three] = [await count(...made.slice(0, 1)), await count(...made.slice(1))];
  expect([one, three]).toEqual([16, 34]);
  await counting.orm.close(true);
});
