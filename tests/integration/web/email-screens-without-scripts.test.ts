import { beforeEach, expect, it } from 'vitest';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild, per: 'each test' });
let page: ScriptlessPage;
let yearId: string;

beforeEach(async () => {
  yearId = (await makeYear(rest.orm)).id;
  page = await scriptlessPage(rest, await makeAdmin(rest.orm));
});

it('a one-off email is written without a template, sent, and found again under its delivery, without scripts', async () => {
  await page.goto('/emails');
  await page.press('Write a one-off email');
  const [name = ''] = page.texts('h1');
  expect(name).toMatch(/^One-off email, \w{3} \d+, \d{4}$/);
  expect(page.text()).toContain("You can't attach files.");
  page.fill({ subject: 'Snow day for {{firstName}}', body: 'The office is closed today.' });
  await page.press('Save');
  expect(page.text()).toContain('Changes saved!');
  await page.goto(page.links('Send email')[0] ?? '');
  page.fill({ target: 'ADMINS' });
  await page.press('Show recipients');
  await page.press('Send email');
  await page.press('Send to 1 person');
  expect(page.path).toMatch(/^\/emails\/deliveries\/[\w-]+$/);
  expect(page.links(name)).toHaveLength(1);

  await page.goto('/emails');
  expect(page.text()).toContain('0 email templates');
  expect(page.links(name)).toEqual([]);
  await page.goto(page.links('Show 1 one-off email')[0] ?? '');
  expect(page.text()).toContain('1 one-off email');
  await page.goto(page.links(name)[0] ?? '');
  await page.press('Copy to a new email template');
  expect(page.text()).toContain('This is your copy. Change its name and text, then save it.');
  await page.goto('/emails');
  expect(page.links(`Copy of ${name}`)).toHaveLength(1);
});

it('an email template shows its latest deliveries, and explains before deletion what remains', async () => {
  const id = await makeTemplate(rest.orm, { name: 'Spring' });
  const delivery = { templateId: id, templateName: 'Spring', status: 'FINISHED' } as const;
  await makeDelivery(rest.orm, { ...delivery, subject: 'First', createdAt: new Date('2026-03-01') });
  await makeDelivery(rest.orm, { ...delivery, subject: 'Second', createdAt: new Date('2026-03-02') });
  await makeDelivery(rest.orm, { templateName: 'Other', subject: 'Unrelated' });
  await page.goto(`/emails/${id}`);
  const rows = page.texts('[rowheader]').filter((text) => /Second|First|Unrelated/.test(text));
  expect(rows).toEqual([expect.stringContaining('Second'), expect.stringContaining('First')]);
  expect(page.texts('noscript').join()).toContain('It was sent or scheduled 2 times.');
});

it('the menu of emails marks the list that is shown, with or without a slash at the end', async () => {
  const current = () =>
    [...page.html.matchAll(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/g)].map(([, label = '']) =>
      label.replaceAll(/<[^>]*>/g, ''),
    );
  for (const [path, label] of [
    ['/emails/', 'Emails'],
    ['/emails/deliveries/', 'Sent emails'],
  ] as const) {
    await page.goto(path);
    expect(current()).toContain(label);
  }
});

it('a reminder waits for approval on its day, is approved, and is listed with its emails, without scripts', async () => {
  const { orm } = rest;
  const dueAt = new Date('2025-12-16T02:00:00.000Z');
  await orm.em.fork().nativeUpdate(AcademicYearEntity, { id: yearId }, { dueAt });
  const school = await makeSchool(orm, { name: 'Aurora High' });
  const { user: counselor } = await makeCounselor(orm, [school.id]);
  await makeRule(orm, { academicYearId: yearId, daysBefore: 7, states: ['NOT_STARTED'] });
  await orm.em
    .fork()
    .nativeUpdate(ReminderRuleEntity, {}, { updatedAt: new Date('2025-11-01T00:00:00.000Z') });
  // 8 AM in Alaska, a week before the due date.
  const now = () => new Date('2025-12-08T17:00:00.000Z');
  await runReminders(makeCtx({ orm, now, settings: { timeZone: 'America/Anchorage' } }));
  for (const home of ['/', '/emails']) {
    await page.goto(home);
    expect(page.text()).toContain('1 delivery is awaiting approval');
  }
  await page.goto('/emails/reminders');
  const row = () => page.texts('tr').find((text) => text.includes('7 days before'));
  expect(row()).toContain('0 1 awaiting approval');
  await page.goto('/emails/deliveries');
  expect(page.text()).toContain('Awaiting approval');
  await page.goto(page.links(/Due soon/)[0] ?? '');
  const asked = page.texts('noscript').join();
  for (const text of [
    'Send “Due soon (reminder)” to 1 person?',
    '7 days before the due date (designation:',
    '1 high school: Aurora High.',
  ])
    expect(asked).toContain(text);
  const emails = () =>
    storedRows(orm, OutboxMailEntity, ['state'], { where: { toAddress: counselor.email } });
  await page.press('Approve and send 1 email');
  expect(page.text()).toContain('Approved. Sending has started.');
  expect(await emails()).toHaveLength(1);
  await page.goto('/emails');
  expect(page.text()).not.toContain('awaiting approval');
  await page.goto('/emails/reminders');
  expect(row()).not.toContain('awaiting approval');
});
