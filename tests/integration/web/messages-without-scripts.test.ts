import { expect, it } from 'vitest';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild });

const MINUTE_MS = 60_000;
const NOTE =
  'Ada Berg, Scholars office Returned for correction · An address is incomplete or wrong Please check both addresses.';

/** Returns the entries of the thread without their times. */
const thread = (page: ScriptlessPage) =>
  page
    .texts('li')
    .filter((text) => /^(?:Ada|Cleo) /.test(text))
    .map((text) => text.replace(/\w{3} \d+, \d{4}, [\d:]+ [AP]M AK[DS]T /, ''));

it('a school and the office write to each other about a returned designation, and get emails without its text', async () => {
  const { orm } = rest;
  const year = await makeYear(orm);
  const admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg' });
  const school = await makeSchool(orm, { name: 'Aurora High' });
  const { user: counselor } = await makeCounselor(orm, [school.id], {
    firstName: 'Cleo',
    lastName: 'Counselor',
  });
  const { id } = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const patch = { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Please check both addresses.' };
  await patchDesignation(makeCtx({ orm, actor: actorOf(admin), now: rest.clock.now }), {
    id,
    patch: DesignationPatchSchema.parse(patch),
    ifMatch: null,
  });

  rest.clock.advance(MINUTE_MS);
  const staff = await scriptlessPage(rest, counselor);
  await staff.goto('/');
  expect(staff.links('Reply to the reviewer')).toEqual([`/designations/${id}/messages`]);
  await staff.goto(`/designations/${id}/messages`);
  expect(thread(staff)).toEqual([NOTE]);
  expect(staff.html).toContain('maxLength="2000"');
  staff.fill({ text: 'One is right.\nWhich <b>other</b> one?' });
  await staff.press('Send message');
  expect(staff.text()).toContain('Message sent.');
  expect(thread(staff)).toEqual([NOTE, 'Cleo Counselor, Aurora High One is right. Which <b>other</b> one?']);
  expect(staff.value('text')).toBe('');

  rest.clock.advance(MINUTE_MS);
  const office = await scriptlessPage(rest, admin);
  await office.goto('/');
  const unread = office.texts('.alert').filter((text) => text.includes('Unread messages from schools'));
  expect(unread).toEqual([expect.stringContaining('Aurora High 2026: 1 unread')]);
  await office.goto('/designations');
  expect(office.links('1 unread message')).toEqual([`/designations/${id}/messages`]);
  await office.goto(`/designations/${id}?status=RETURNED`);
  expect(office.links('Reply to the reviewer')).toEqual([]);
  const [path = ''] = office.links('Messages (1 unread)');
  await office.goto(path);
  office.fill({ text: 'The second one.' });
  await office.press('Send message');
  const [back = ''] = office.links('Designation');
  expect(back).toBe(`/designations/${id}?status=RETURNED`);
  await office.goto(back);
  expect(office.links('Messages')).toHaveLength(1);
  for (const side of ['school', 'office']) expect(office.text()).toContain(`Message from the ${side}`);

  const emails = await storedRows(orm, OutboxMailEntity, ['toAddress', 'textBody'], {
    where: { kind: 'designation.messageSent' },
    orderBy: { createdAt: 'asc' },
  });
  expect(emails.map(({ toAddress }) => toAddress)).toEqual([admin.email, counselor.email]);
  expect(JSON.stringify(emails)).not.toMatch(/other|second/);
});
