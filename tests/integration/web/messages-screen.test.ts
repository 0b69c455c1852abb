import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { action, loader } from '#app/routes/web/designations/messages.tsx';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase();
let orm: Orm;
let year: MadeYear;
beforeAll(async () => {
  orm = await openOrm(database.url);
  year = await makeYear(orm);
});
afterAll(() => orm.close(true));

let counselor: MadeUser;
let admin: MadeUser;
let designation: MadeDesignation;
let path: string;
beforeEach(async () => {
  const school = await makeSchool(orm);
  admin = await makeAdmin(orm);
  counselor = (await makeCounselor(orm, [school.id])).user;
  const target = { highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id };
  designation = await makeDesignation(orm, target);
  path = `/designations/${designation.id}/messages`;
});

const screen = screenConversation(
  { loader, action },
  () => orm,
  () => ({ id: designation.id }),
);
const errorsFor = async (text: string) => {
  const { data, init } = await screen.send(counselor, path, [['text', text]]);
  return [init?.status, data.error, data.initialValue];
};
const stored = () => orm.em.fork().count(DesignationMessageEntity, { designation: designation.id });

it('the page of messages rejects an empty or too long message, and keeps what was typed', async () => {
  expect(await errorsFor('')).toEqual([400, { text: ['Message is required.'] }, {}]);
  expect((await errorsFor(' \r\n\u200b')).slice(0, 2)).toEqual([400, { text: ['Message is required.'] }]);
  const long = 'x'.repeat(2001);
  expect(await errorsFor(long)).toEqual([
    400,
    { text: ['Must be at most 2,000 characters.'] },
    { text: long },
  ]);
  expect(await stored()).toBe(0);
});

it('the page of messages stores line breaks once, and shows the message with its author and time', async () => {
  const { to, loaded } = await screen.follow(counselor, `${path}?status=PENDING`, [['text', 'One\r\nTwo ']]);
  expect(to).toBe(`${path}?status=PENDING`);
  expect(loaded.data.entries).toMatchObject([{ text: 'One\nTwo', from: loaded.data.schoolName }]);
  expect(loaded.data.flash).toMatchObject([{ tone: 'success', text: 'Message sent.' }]);
});

it('the page of messages says why it sends no more messages, and keeps what was typed', async () => {
  const ctx = makeCtx({ orm, actor: actorOf(counselor, [designation.highSchoolId]) });
  for (let nth = 1; nth <= 30; nth += 1) {
    await postMessage(ctx, { designationId: designation.id, text: `Message ${nth}` });
  }
  const [status, error, typed] = await errorsFor('One more');
  expect([status, typed]).toEqual([429, { text: 'One more' }]);
  expect(JSON.stringify(error)).toMatch(
    /Unable to send message: You've sent 30 messages in the past hour\. Try again in \d+ minutes\./,
  );
});

it('the page of messages says who can read them, and ignores an invalid page number', async () => {
  const hintFor = async (user: MadeUser) => (await screen.open(user, `${path}?history=x`)).data.hint;
  expect(await hintFor(counselor)).toBe(
    "Don't include students' birth dates or addresses. Everyone with access at your school and everyone in the office can read this.",
  );
  expect(await hintFor(admin)).toContain('Everyone with access at the school');
});
