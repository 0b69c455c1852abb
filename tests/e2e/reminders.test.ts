import { expect, it } from 'vitest';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();

/** 5 PM on December 15 in Alaska, and 8 AM there a week before. */
const DUE = '2025-12-16T02:00:00.000Z';
const WEEK_BEFORE = new Date('2025-12-08T17:00:00.000Z');

const em = () => bench.orm.em.fork();
const rules = () =>
  storedRows(bench.orm, ReminderRuleEntity, ['daysBefore', 'states', 'isAutomatic'], {
    orderBy: { daysBefore: 'asc' },
  });

it('a reminder is added, waits for approval on its day, is approved and sent; others are changed and removed', async () => {
  await em().nativeDelete(ReminderRuleEntity, {});
  await em().nativeDelete(EmailDeliveryEntity, {});
  await em().nativeDelete(HighSchoolEntity, {});
  const { counselor, school } = await bench.newSchool();
  await em().nativeUpdate(AcademicYearEntity, {}, { dueAt: new Date(DUE) });
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/emails/reminders');
  await waitForHydration(page);
  await expectNoAxeViolations(page);
  const days = page.getByLabel('Days before the due date');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('alert').getByText('There is a problem').waitFor();
  expect(bench.browser.takeComplaints().join()).toContain('400');
  await days.fill('7');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByText('The reminder has been added.').waitFor();
  await expect.poll(() => days.inputValue()).toBe('');
  await days.fill('2');
  await page.getByLabel('Send automatically').check();
  await page.getByRole('button', { name: 'Add reminder' }).click();
  const table = page.getByRole('table', { name: 'Reminders' });
  await table.getByRole('row', { name: '2 days before' }).getByText('Automatic').waitFor();
  expect(await rules()).toEqual([
    { daysBefore: 2, states: ['NOT_STARTED', 'STARTED'], isAutomatic: true },
    { daysBefore: 7, states: ['NOT_STARTED', 'STARTED'], isAutomatic: false },
  ]);

  // Typed text survives removing another reminder, and isn't discarded without asking.
  const question = page.getByRole('alertdialog');
  await days.fill('3');
  await page.getByRole('button', { name: 'Remove the reminder 2 days before the due date' }).click();
  await question.getByRole('button', { name: 'Remove reminder' }).click();
  await page.getByText('The reminder has been removed.').waitFor();
  expect(await days.inputValue()).toBe('3');
  await page.getByRole('link', { name: 'Change the reminder 7 days before the due date' }).click();
  await question.getByText('Your changes have not been saved. Do you want to leave?').waitFor();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await days.inputValue()).toBe('3');
  await page.getByRole('link', { name: 'Change the reminder 7 days before the due date' }).click();
  await question.getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('heading', { name: 'Change reminder' }).waitFor();
  expect(await days.inputValue()).toBe('7');
  await page.getByLabel('Returned').check();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save reminder' }).click();
  await page.getByText('The reminder has been saved.').waitFor();
  expect(await rules()).toEqual([
    { daysBefore: 7, states: ['NOT_STARTED', 'STARTED', 'RETURNED'], isAutomatic: false },
  ]);

  await em().nativeUpdate(ReminderRuleEntity, {}, { updatedAt: new Date('2025-11-01T00:00:00.000Z') });
  const settings = { timeZone: 'America/Anchorage' };
  await runReminders(makeCtx({ orm: bench.orm, now: () => WEEK_BEFORE, settings }));
  await page.goto('/emails/reminders');
  const reminder = page.getByRole('row', { name: '7 days before' });
  expect(await reminder.getByRole('cell').nth(5).innerText()).toMatch(/^0\s+1 awaiting approval$/);
  for (const home of ['/', '/emails']) {
    await page.goto(home);
    await page.getByText('1 delivery is awaiting approval').waitFor();
    if (home === '/') await expectNoAxeViolations(page);
  }
  await page.goto('/emails/deliveries');
  await waitForHydration(page);
  await page.getByRole('row').getByText('Awaiting approval').waitFor();
  expect(bench.app.mail.emails).toEqual([]);
  await page.getByRole('rowheader').getByRole('link').click();
  await page.getByRole('region', { name: 'Message and recipients' }).getByText(school.name).waitFor();
  await page.frameLocator('iframe[name="message"]').getByText('Subject').waitFor();
  await page.getByRole('button', { name: 'Approve and send 1 email' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByText('Send “Due soon (reminder)” to 1 person?').waitFor();
  await asked.getByText('7 days before the due date (designation:').waitFor();
  await asked.getByText(`1 high school: ${school.name}.`).waitFor();
  expect(bench.app.mail.emails).toEqual([]);
  await asked.getByRole('button', { name: 'Send 1 email' }).click();
  await page.getByText('Approved. Sending has started.').waitFor();
  expect((await bench.app.mail.waitForEmailTo(counselor.email)).subject).toContain('due');
  await page.getByText(/^Successfully sent 1 email/).waitFor();
  await page.goto('/emails');
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
  expect(await page.getByText('is awaiting approval').count()).toBe(0);
  await page.goto('/emails/reminders');
  const row = page.getByRole('row', { name: '7 days before' });
  expect(await row.getByRole('cell').nth(5).innerText()).toBe('1');
  await page.getByRole('link', { name: 'Reminder history' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Reminder changed').waitFor();
  await history.getByText('Reminder removed').waitFor();
});
