import { expect, it } from 'vitest';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();

const rules = () =>
  storedRows(bench.orm, ReminderRuleEntity, ['daysBefore', 'states', 'isAutomatic'], {
    orderBy: { daysBefore: 'asc' },
  });

it('reminders are added after an error, changed, and removed, and typed text is kept until leaving is confirmed', async () => {
  await bench.orm.em.fork().nativeDelete(ReminderRuleEntity, {});
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
  await page.getByRole('link', { name: 'Reminder history' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Reminder changed').waitFor();
  await history.getByText('Reminder removed').waitFor();
});
