import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
const PEOPLE = 52;
let templateId: string;

beforeAll(async () => {
  const { orm } = bench;
  for (let number = 1; number <= PEOPLE; number += 1) {
    const two = String(number).padStart(2, '0');
    const { id } = await makeSchool(orm, { name: `High ${two}` });
    await makeCounselor(orm, [id], { firstName: 'Sam', lastName: `S${two}`, email: `s${two}@x.example.org` });
  }
  templateId = await makeTemplate(orm, {
    name: 'Deadline',
    subject: 'News for {{firstName}}',
    body: '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{schools}}</mj-text></mj-column></mj-section></mj-body></mjml>',
    richText: true,
  });
});

const focusedText = (page: Page) =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.innerText : '',
  );

/** Opens the list of recipients, which is collapsed at first. */
async function openRecipients(page: Page, summary: string | RegExp) {
  await page.locator('summary').filter({ hasText: summary }).press('Enter');
}

const outbox = () =>
  storedRows(bench.orm, OutboxMailEntity, ['toAddress'], {
    where: { delivery: { $ne: null } },
    orderBy: { toAddress: 'asc' },
  });

it('an email is addressed, previewed, tested, confirmed, and sent by keyboard', async () => {
  const page = await bench.pageOf(await makeAdmin(bench.orm, { email: 'ada@x.example.org' }));
  await page.goto(`/emails/${templateId}/send`);
  await waitForHydration(page);
  await page.getByLabel('Audience').selectOption('HIGH_SCHOOLS_WITH_DESIGNATION');
  await page.waitForURL('**target=HIGH_SCHOOLS_WITH_DESIGNATION');
  await page.getByLabel('Status').waitFor();
  const missing = page.getByText('Choose a status.');
  expect(await missing.count()).toBe(0);
  await page.getByLabel('Status').focus();
  await page.keyboard.press('Tab');
  await missing.waitFor();
  await page.getByLabel('Audience').selectOption('ADMINS');
  await page.getByLabel('Audience').selectOption('HIGH_SCHOOLS_WITH_DESIGNATION');
  await missing.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show recipients' }).press('Enter');
  await missing.waitFor();
  await page.getByLabel('Audience').selectOption('');
  await page.getByRole('button', { name: 'Show recipients' }).press('Enter');
  await page.getByText('Choose an audience.').waitFor();
  expect(await focusedText(page)).toContain('Choose an audience');
  await page.getByLabel('Audience').selectOption('HIGH_SCHOOLS_WITHOUT_DESIGNATION');
  const everybody = page.getByRole('status').filter({ hasText: '52 recipients' });
  await everybody.waitFor();
  const counselors = page.getByLabel('Counselor');
  await counselors.press('Space');
  await page.getByRole('button', { name: 'Show recipients' }).press('Enter');
  await page.waitForURL('**positions=COUNSELOR');
  await expect.poll(() => focusedText(page)).toBe('52 recipients');
  await counselors.press('Space');
  await page.waitForURL((url) => !url.searchParams.has('positions'));
  await everybody.waitFor();
  expect(await counselors.evaluate((box) => box === document.activeElement)).toBe(true);
  await openRecipients(page, '52 recipients at 52 schools');
  await page.getByLabel('Sam S02').uncheck();
  await page.getByText('1 deselected · Review').waitFor();
  await page.getByRole('status').filter({ hasText: '51 of 52 recipients' }).waitFor();

  const message = page.frameLocator('iframe[name="message"]');
  await message.getByText('News for Sam').waitFor();
  await expectNoAxeViolations(page);
  const show = page.getByRole('link', { name: 'Show message to Sam S01' });
  await show.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Message' });
  await shown.frameLocator('iframe').getByText('s01@x.example.org').waitFor();
  await shown.frameLocator('iframe').frameLocator('iframe').getByText('Dear High 01').waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'hidden' });
  expect(await show.evaluate((link) => link === document.activeElement)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Send me a test' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const said = /^Test email sent to ada@x\.example\.org\. It shows what \S+@x\.example\.org would see\.$/;
  await page.getByText(said).waitFor();
  expect(await focusedText(page)).toMatch(said);
  const test = await bench.app.mail.waitForEmailTo('ada@x.example.org');
  expect([test.subject, test.text.trim()]).toEqual([
    'News for Sam',
    expect.stringMatching(/^Dear High \d\d$/),
  ]);

  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await page.getByText('Showing 51 to 52 of 52 people').waitFor();
  expect(await focusedText(page)).toBe('Showing 51 to 52 of 52 people');
  await page.getByLabel('Sam S51').uncheck();
  await page.getByRole('button', { name: 'Previous' }).press('Enter');
  await page.getByText('Showing 1 to 50 of 52 people').waitFor();
  expect(await page.getByLabel('Sam S02').isChecked()).toBe(false);

  await page.getByRole('button', { name: 'Send to 50 people' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Send “Deadline” to 50 people?').waitFor();
  expect(await focusedText(page)).toBe('Cancel');
  await dialog.getByText('Deselected: s02@x.example.org, s51@x.example.org.').waitFor();
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Send to 50 people' }).press('Enter');
  await page.waitForURL('**/emails/deliveries/*');
  const index = async () => [await focusedText(page), await page.evaluate('window.scrollY')];
  await expect.poll(index).toEqual(['Deadline', 0]);
  const emails = await outbox();
  expect(emails).toHaveLength(50);
  expect(emails.some(({ toAddress: to }) => ['s02@x.example.org', 's51@x.example.org'].includes(to))).toBe(
    false,
  );
});

it('warns about empty fields before sending, and can only be scheduled for the future', async () => {
  const { orm } = bench;
  const body = 'Dear {{firstName}}, {{schools}} can now designate.';
  const id = await makeTemplate(orm, { name: 'Opening', subject: 'S', body });
  await makeAdmin(orm);
  await makeAdmin(orm);
  const page = await bench.pageOf(await makeAdmin(orm, { firstName: 'Zoe', lastName: 'Zenith' }));
  await page.goto(`/emails/${id}/send?target=ADMINS`);
  await waitForHydration(page);
  const warning = page.getByText(/^\{\{schools\}\} is empty for (\d+) of \1 recipients\.$/);
  const text = await warning.innerText();
  await openRecipients(page, 'Review');
  await page.getByLabel('Zoe Zenith').uncheck();
  await expect.poll(() => warning.innerText()).not.toBe(text);

  const time = page.getByLabel('Send later');
  await page.getByText('In Anchorage time. Leave blank to send now.').waitFor();
  await time.fill('2020-01-01T08:00');
  await page.getByRole('button', { name: /^Schedule for/ }).click();
  await page.getByText(/Choose a time between now and/).waitFor();
  expect(bench.browser.takeComplaints()).toEqual([]);
  expect(await time.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await time.fill(`${tomorrow}T08:00`);
  await expect.poll(() => page.getByText(/Choose a time between now and/).count()).toBe(0);
  await page.getByRole('button', { name: /^Schedule for/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/^Schedule “Opening” for/).waitFor();
  await question.getByText(await warning.innerText()).waitFor();
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: /^Schedule for/ }).click();
  await page.waitForURL('**/emails/deliveries/*');
});
