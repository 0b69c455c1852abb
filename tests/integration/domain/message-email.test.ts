import { expect, it } from 'vitest';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { countUnread, listUnread, openMessages } from '#app/domain/messages/read-messages.server.ts';
import { listPurgeableYears, purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { MessageReadingEntity } from '#db/entities/message-reading.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const clock = createTestClock();
const as = (actor: Actor) => makeCtx({ orm, actor, now: clock.now });
const post = (actor: Actor, designationId: string, text: string) =>
  postMessage(as(actor), { designationId, text });
const emails = () =>
  storedRows(orm, OutboxMailEntity, ['toAddress', 'subject', 'textBody', 'highSchoolIds'], {
    orderBy: { toAddress: 'asc' },
  });
const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);

it("a message emails all administrators who wrote about which designation, without the text or students' data", async () => {
  const colleague = await makeAdmin(orm);
  const deletedUser = await makeUser(orm, { flags: ['ADMIN', 'DELETED'] });
  const { id, students } = await scene.draft({ students: 2 });
  await post(scene.counselor, id, 'Kim moved to 5 Secret Lane.');
  const sent = await emails();
  expect(sent.map(({ toAddress }) => toAddress)).toEqual([scene.admin.email, colleague.email].toSorted());
  expect(await recipients()).not.toContain(deletedUser.email);
  const { firstName, lastName } = scene.counselor;
  for (const { subject, textBody, highSchoolIds } of sent) {
    expect(highSchoolIds).toEqual([]);
    expect(subject).toBe(`${scene.school.name}: new message about the 2026 designation`);
    expect(textBody).toContain(
      `${firstName} ${lastName} (${scene.school.name}) sent a message about the 2026 designation for ${scene.school.name}.`,
    );
    expect(textBody).toContain(`/designations/${id}/messages`);
    const secrets = students.flatMap(({ first, last, email }) => [first, last, email]);
    for (const secret of ['Secret Lane', 'Kim', ...secrets])
      expect(`${subject} ${textBody}`).not.toContain(secret);
  }
});

it("a message of the office emails the school's staff, and no one else", async () => {
  const { user: colleague } = await makeCounselor(orm, [scene.school.id]);
  const deletedUser = await makeUser(orm, { flags: ['DELETED'] });
  await makeStaff(orm, { highSchoolId: scene.school.id, userId: deletedUser.id });
  const { id } = await scene.draft();
  await post(scene.admin, id, 'Hello');
  expect(await recipients()).toEqual([scene.counselor.email, colleague.email].toSorted());
  const [email] = await emails();
  expect(email?.textBody).toContain('(Scholars office) sent a message');
  expect(email?.highSchoolIds).toEqual([scene.school.id]);
});

it('messages email each side at most once an hour, unless it has replied', async () => {
  const { id } = await scene.draft();
  const after = async (actor: Actor, text: string) => {
    await post(actor, id, text);
    return (await recipients()).length;
  };
  expect(await after(scene.counselor, 'One')).toBe(1);
  expect(await after(scene.counselor, 'Two')).toBe(1);
  expect(await after(scene.admin, 'Three')).toBe(2);
  expect(await after(scene.counselor, 'Four')).toBe(3);
  expect(await after(scene.counselor, 'Five')).toBe(3);
  clock.advance(61 * 60_000);
  expect(await after(scene.counselor, 'Six')).toBe(4);
});

it('a purge removes the messages of a year with its students, and finds years that only have messages', async () => {
  const year = await makeYear(orm, { year: 2015, status: 'INACTIVE' });
  const { id } = await scene.draft({ academicYearId: year.id, status: 'APPROVED' });
  const other = await scene.draft();
  await post(scene.counselor, id, 'About an old year');
  await post(scene.counselor, other.id, 'About this year');
  await openMessages(as(scene.admin), { designationId: id, before: null });
  expect(await listPurgeableYears(as(SYSTEM), 7)).toEqual([
    { id: year.id, year: 2015, designations: 1, students: 0 },
  ]);
  await purgeStudentsOfYear(as(SYSTEM), year.id);
  expect(await storedRows(orm, DesignationMessageEntity, ['text'])).toEqual([{ text: 'About this year' }]);
  expect(await storedRows(orm, MessageReadingEntity, ['number'])).toEqual([]);
  expect(await listPurgeableYears(as(SYSTEM), 7)).toEqual([]);
});

it('new messages are unread after a purge', async () => {
  const year = await makeYear(orm, { year: 2015, status: 'INACTIVE' });
  const { id } = await scene.draft({ academicYearId: year.id, status: 'APPROVED' });
  await post(scene.admin, id, 'Before');
  await openMessages(as(scene.counselor), { designationId: id, before: null });
  await purgeStudentsOfYear(as(SYSTEM), year.id);
  await post(scene.admin, id, 'After');
  const subject = { id, highSchoolId: scene.school.id };
  expect(await countUnread(as(scene.counselor), subject)).toBe(1);
  expect(await listUnread(as(scene.counselor))).toMatchObject([{ designationId: id, unread: 1 }]);
  const { entries } = await openMessages(as(scene.counselor), { designationId: id, before: null });
  expect(entries.map(({ text }) => text)).toEqual(['After']);
});
