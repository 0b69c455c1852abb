import { expect, it } from 'vitest';
import { NoticeEntity } from '#db/entities/notice.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();

const stored = () => storedRows(bench.orm, NoticeEntity, ['kind', 'subject', 'isOn']);

it('an automatic email is viewed, edited next to its preview, turned off, and reset; leaving with unsaved changes asks first', async () => {
  await bench.orm.em.fork().nativeDelete(NoticeEntity, {});
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/emails/notices');
  await waitForHydration(page);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Joined a school' }).click();
  await page.getByRole('heading', { level: 1, name: 'Joined a school' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  const standard = await page.getByLabel('Subject').inputValue();
  await page.getByLabel('Subject').fill('Welcome to {{school}}');
  await preview.getByText('Subject: Welcome to Example High School').waitFor();
  await page.getByLabel('Text').fill('Hello {{firstName}},\n\nwelcome[[ as {{position}}]].');
  await preview.getByText('Hello Ada,').waitFor();
  await expectNoAxeViolations(page);

  const question = page.getByRole('alertdialog');
  const ways = [() => page.getByRole('link', { name: 'Automatic emails' }).click(), () => page.goBack()];
  for (const leave of ways) {
    await leave();
    await question.getByText('Your changes have not been saved. Do you want to leave?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    // The form can't be edited until the dialog is closed.
    await question.waitFor({ state: 'hidden' });
  }
  expect(new URL(page.url()).pathname).toBe('/emails/notices/STAFF_JOINED');
  expect(await page.getByLabel('Subject').inputValue()).toBe('Welcome to {{school}}');

  await page.getByLabel('Text').fill('Hello {{fistName}}.');
  await page.getByRole('button', { name: 'Save email' }).click();
  await page.getByRole('alert').getByText("{{fistName}} isn't a merge field").waitFor();
  expect(bench.browser.takeComplaints().join()).toContain('400');
  expect(await stored()).toEqual([]);
  await page.getByLabel('Text').fill('Hello {{firstName}}.');
  await page.getByLabel('Send this email').uncheck();
  await page.getByRole('button', { name: 'Save email' }).click();
  await page.getByText("The email has been saved. It's turned off.").waitFor();
  expect(await stored()).toEqual([{ kind: 'STAFF_JOINED', subject: 'Welcome to {{school}}', isOn: false }]);

  await page.getByRole('link', { name: 'Automatic emails' }).click();
  const row = page.getByRole('row', { name: 'Joined a school' });
  await row.getByText('Off').waitFor();
  await row.getByText('Changed').waitFor();
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Reset to standard text' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  const said = page.getByText('The email was reset to its standard text.');
  await said.waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe(standard);
  expect(await page.getByLabel('Send this email').isChecked()).toBe(false);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Turned on: Yes → No').waitFor();
  await history.getByText(`Subject: “Welcome to {{school}}” → “${standard}”`).waitFor();
  await page.getByLabel('Send this email').check();
  await said.waitFor({ state: 'hidden' });
});
