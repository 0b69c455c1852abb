import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { reportUnusualAccess } from '#app/domain/disclosures/report-unusual-access.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const NOW = new Date('2026-12-02T16:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const DAY = 24 * 60;
const report = (now = NOW, actor: Actor = SYSTEM) =>
  reportUnusualAccess(makeCtx({ orm, actor, now: () => now, settings: { timeZone: 'America/Anchorage' } }));

async function obtained(students: number, minutes: number): Promise<void> {
  await orm.em.fork().insert(DisclosureEntity, {
    ...{ id: randomUUID(), at: minutesAgo(minutes), purpose: 'designations.download' },
    ...{ actor: scene.admin.id, channel: 'BROWSER', rowCount: students, studentIds: [], filter: {} },
  });
}

const emails = () =>
  orm.em.fork().find(OutboxMailEntity, { kind: 'disclosures.unusual' }, { orderBy: { toAddress: 'asc' } });

describe("the email about unusual access to students' data", () => {
  it('goes to every administrator, once a day for each person, and is in the history', async () => {
    const second = await makeAdmin(orm);
    await obtained(600, 50);
    await obtained(600, 10);
    expect(await report()).toBe(2);
    expect((await emails()).map(({ toAddress }) => toAddress)).toEqual(
      [scene.admin.email, second.email].toSorted(),
    );
    expect((await emails())[0]?.textBody).toContain(
      `(${scene.admin.email}) has accessed the data of 1,200 students since Dec 2, 2026, 6:00 AM AKST.`,
    );
    expect(await report(new Date(NOW.getTime() + 5 * 60_000))).toBe(0);
    const events = await orm.em.fork().find(EventEntity, { kind: 'user.unusualReading' });
    expect(events.map(({ subjectId, changes }) => [subjectId, changes])).toEqual([
      [scene.admin.id, { students: 1200 }],
    ]);
  });

  it('is not sent for fewer than 1,000 students, or for no more than twice as many as usual', async () => {
    await obtained(999, 30);
    expect(await report()).toBe(0);
    await obtained(600, 10 * DAY);
    await obtained(201, 20);
    expect(await report()).toBe(0);
    await obtained(1, 15);
    expect(await report()).toBe(1);
    expect((await emails())[0]?.textBody).toContain(
      'they never accessed the data of more than 600 students in one hour.',
    );
  });

  it('compares only with the last 90 days', async () => {
    await obtained(50_000, 91 * DAY);
    await obtained(1000, 30);
    expect(await report()).toBe(1);
  });

  it('may be written by the system and administrators only', async () => {
    await obtained(5000, 30);
    await expect(report(NOW, scene.counselor)).rejects.toThrow(Forbidden);
    expect(await emails()).toEqual([]);
  });
});
