import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getListPage } from '#app/domain/designations/list-page.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import {
  countUnread,
  listMessages,
  listUnread,
  openMessages,
} from '#app/domain/messages/read-messages.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationListPageQuerySchema } from '#app/schemas/designation.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import type { Orm } from '#db/orm.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeStaff } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const clock = createTestClock();
const as = (actor: Actor): Ctx => makeCtx({ orm, actor, now: clock.now });
const post = (actor: Actor, designationId: string, text: string) =>
  postMessage(as(actor), { designationId, text });
const open = (actor: Actor, designationId: string) =>
  openMessages(as(actor), { designationId, before: null });
const unread = async (actor: Actor) =>
  (await listUnread(as(actor))).map(({ designationId, unread: count }) => [designationId, count]);

describe('unread messages', () => {
  it('are those of the other side, for each person, until they open them', async () => {
    const { id } = await scene.draft();
    const { actor: colleague } = await makeCounselor(orm, [scene.school.id]);
    await post(scene.admin, id, 'One');
    await post(scene.admin, id, 'Two');
    expect(await unread(scene.counselor)).toEqual([[id, 2]]);
    expect(await unread(scene.admin)).toEqual([]);

    await open(scene.counselor, id);
    expect(await unread(scene.counselor)).toEqual([]);
    expect(await unread(colleague)).toEqual([[id, 2]]);

    await post(scene.admin, id, 'Three');
    expect(await unread(scene.counselor)).toEqual([[id, 1]]);
    const subject = { id, highSchoolId: scene.school.id };
    expect(await countUnread(as(scene.counselor), subject)).toBe(1);
    expect(await countUnread(as(colleague), subject)).toBe(3);
    expect(await countUnread(as(scene.admin), subject)).toBe(0);
  });

  it('stay unread after a REST call or a HEAD request', async () => {
    const { id } = await scene.draft({ students: 1 });
    await post(scene.admin, id, 'One');
    await listMessages(as(scene.counselor), { designationId: id });
    await openMessages({ ...as(scene.counselor), headOnly: true }, { designationId: id, before: null });
    expect(await unread(scene.counselor)).toEqual([[id, 1]]);
  });

  it('are listed for every administrator until one of them replies', async () => {
    const other = actorOf(await makeAdmin(orm));
    const { id } = await scene.draft();
    await post(scene.counselor, id, 'Hello');
    await post(scene.otherCounselor, scene.otherDesignation.id, 'Hello');
    expect(await unread(scene.admin)).toHaveLength(2);
    await open(scene.admin, id);
    expect(await unread(scene.admin)).toEqual([[scene.otherDesignation.id, 1]]);
    expect(await unread(other)).toHaveLength(2);
    await post(scene.admin, id, 'Hello');
    expect(await unread(other)).toEqual([[scene.otherDesignation.id, 1]]);
  });

  it('are counted in the designations list for each designation alone', async () => {
    const { id } = await scene.draft();
    await post(scene.counselor, id, 'Hello');
    const { rows } = await getListPage(as(scene.admin), DesignationListPageQuerySchema.parse({}));
    const counts = new Map(rows.map((row) => [row.id, row.unread]));
    expect(counts.get(id)).toBe(1);
    expect(counts.get(scene.otherDesignation.id)).toBe(0);
  });

  it("don't include those that an administrator wrote for a school before leaving its staff", async () => {
    const { id } = await scene.draft();
    const { actor } = await makeCounselor(orm, [scene.school.id]);
    await post({ ...actor, flags: ['ADMIN'] }, id, 'Hello');
    expect(await unread({ ...actor, flags: ['ADMIN'], highSchoolIds: [] })).toEqual([]);
    expect(await unread(scene.admin)).toEqual([[id, 1]]);
  });

  it('are those since someone joined the staff that no colleague has answered', async () => {
    const { id } = await scene.draft();
    const { user, actor } = await makeCounselor(orm, []);
    const joined = { ...actor, highSchoolIds: [scene.school.id] };
    const message = (side: 'OFFICE' | 'SCHOOL', number: number, at: number) => ({
      ...{ id: randomUUID(), designation: id, author: null, text: `${side} ${number}` },
      ...{ side, number, createdAt: new Date(at) },
    });
    const staffId = await makeStaff(orm, { highSchoolId: scene.school.id, userId: user.id });
    const em = orm.em.fork();
    const { createdAt } = await em.findOneOrFail(HighSchoolStaffEntity, staffId);
    const joinedAt = createdAt.getTime();
    await em.insertMany(DesignationMessageEntity, [
      message('OFFICE', 1, joinedAt - 1),
      message('OFFICE', 2, joinedAt),
    ]);
    expect(await unread(joined)).toEqual([[id, 1]]);
    expect(await countUnread(as(joined), { id, highSchoolId: scene.school.id })).toBe(1);
    await em.insert(DesignationMessageEntity, message('SCHOOL', 3, joinedAt + 1));
    expect(await unread(joined)).toEqual([]);
    expect(await unread(scene.counselor)).toEqual([]);
    await em.insert(DesignationMessageEntity, message('OFFICE', 4, joinedAt + 2));
    expect(await unread(joined)).toEqual([[id, 1]]);
  });

  it('are marked once when two tabs open them at the same time', async () => {
    const { id } = await scene.draft();
    await post(scene.admin, id, 'One');
    await Promise.all([open(scene.counselor, id), open(scene.counselor, id)]);
    expect(await unread(scene.counselor)).toEqual([]);
  });
});
