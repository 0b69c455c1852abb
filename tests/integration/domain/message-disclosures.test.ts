import { describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { listMessages, openMessages } from '#app/domain/messages/read-messages.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const clock = createTestClock();
const as = (actor: Actor): Ctx => makeCtx({ orm, actor, now: clock.now });
const post = (actor: Actor, designationId: string, text: string) =>
  postMessage(as(actor), { designationId, text });
const open = (actor: Actor, designationId: string, before: number | null = null) =>
  openMessages(as(actor), { designationId, before });

describe('reading messages', () => {
  it("is recorded as a disclosure of the designation's students, to staff once a day", async () => {
    const { id } = await scene.draft({ students: 2 });
    const disclosures = () =>
      storedRows(orm, DisclosureEntity, ['purpose', 'rowCount'], {
        where: { filter: { designationId: id } },
      });
    await open(scene.counselor, id);
    expect(await disclosures()).toEqual([]);
    await post(scene.admin, id, 'Hello');
    const row = { purpose: 'designation.messages', rowCount: 2 };
    await open(scene.counselor, id);
    await open(scene.counselor, id);
    expect(await disclosures()).toEqual([row]);
    await open(scene.admin, id);
    await listMessages(as(scene.admin), { designationId: id });
    expect(await disclosures()).toEqual([row, row, row]);
  });

  it('is recorded for removed students, too, even if no one is on the list', async () => {
    const { id, students } = await scene.draft({ students: 2 });
    await post(scene.counselor, id, 'Ann Lee moved away.');
    await scene.patch(id, { students: [] });
    await open(scene.counselor, id);
    await listMessages(as(scene.admin), { designationId: id });
    const rows = await storedRows(orm, DisclosureEntity, ['studentIds'], {
      where: { filter: { designationId: id }, purpose: 'designation.messages' },
    });
    const studentIds = students.map((student) => student.id).toSorted();
    expect(rows.map((row) => row.studentIds.toSorted())).toEqual([studentIds, studentIds]);
  });
});
