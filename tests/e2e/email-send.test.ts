import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
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

async function pressByKeyboard(page: Page, index: Locator, key = 'Enter', tab: 'Tab' | 'Shift+Tab' = 'Tab') {
  await index.waitFor();
  await tabTo(page, index, tab);
  await page.keyboard.press(key);
}

const outbox = () =>
  storedRows(bench.orm, OutboxMailEntity, ['toAddress'], {
    where: { delivery: { $ne: null } },
    orderBy: { toAddress: 'asc' },
  });

it('an email is chosen, addressed, previewed, confirmed, and sent', async () => {
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

it('an email can be sent by keyboard, from choosing it to the success message', async () => {
  const { orm, app } = bench;
  const name = 'For the office';
  await makeTemplate(orm, { name, subject: 'Hello {{firstName}}', body: 'Dear {{firstName}} {{lastName}}' });
  const me = await makeAdmin(orm, { firstName: 'Kay', lastName: 'Board', email: 'kay@x.example.org' });
  const people = await storedRows(orm, UserAccountEntity, ['flags']);
  const admins = people.filter(({ flags }) => flags.includes('ADMIN')).length;
  app.mail.behave((to) =>
    to === me.email ? { kind: 'accept' } : { kind: 'defer', code: 451, message: '4.7.1 Come later' },
  );
  const page = await bench.pageOf(me);
  await page.goto('/emails');
  await waitForHydration(page);
  const button = (label: string | RegExp) => page.getByRole('button', { name: label });
  await pressByKeyboard(page, page.getByRole('link', { name, exact: true }));
  await pressByKeyboard(page, page.getByRole('link', { name: 'Send email' }));
  await page.waitForURL('**/send');

  const target = page.getByLabel('Audience');
  await target.waitFor();
  await tabTo(page, target);
  for (let presses = 0; (await target.inputValue()) !== 'ADMINS' && presses < 10; presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await page.waitForURL('**target=ADMINS');
  await page
    .getByRole('status')
    .filter({ hasText: `${admins} recipients` })
    .waitFor();
  await pressByKeyboard(page, page.locator('summary').filter({ hasText: 'Review' }));
  await pressByKeyboard(page, page.getByLabel('Kay Board'), 'Space');
  const chosen = admins - 1;
  await page
    .getByRole('status')
    .filter({ hasText: `${chosen} of ${admins} recipients` })
    .waitFor();
  const show = page.getByRole('link', { name: /^Show message to Kay/ });
  await pressByKeyboard(page, show);
  const shown = page.getByRole('dialog', { name: 'Message' });
  const inDialog = shown.frameLocator('iframe');
  await inDialog.getByText('kay@x.example.org').waitFor();
  await inDialog.frameLocator('iframe').getByText('Dear Kay Board').waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'hidden' });
  expect(await show.evaluate((link) => link === document.activeElement)).toBe(true);
  await pressByKeyboard(page, button('Send me a test'), 'Enter', 'Shift+Tab');
  const said = 'Test email sent to kay@x.example.org. It shows what kay@x.example.org would see.';
  await page.getByText(said).waitFor();
  expect(await focusedText(page)).toBe(said);
  const test = await app.mail.waitForEmailTo(me.email);
  expect([test.subject, test.text.trim()]).toEqual(['Hello Kay', 'Dear Kay Board']);

  await pressByKeyboard(page, button(/^Send to \d+ (person|people)$/));
  const question = page.getByRole('alertdialog');
  await question.getByText(`Send “${name}” to`).waitFor();
  expect(await focusedText(page)).toBe('Cancel');
  await question.getByText('Deselected: kay@x.example.org.').waitFor();
  await pressByKeyboard(page, question.getByRole('button', { name: /^Send to/ }));
  await page.waitForURL('**/emails/deliveries/*');
  await waitForHydration(page);
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByText('Nothing will be sent until the next attempt.').waitFor();
  await pressByKeyboard(page, button('Pause delivery'));
  await progress.getByText('Paused. Nothing more will be sent until you resume it.').waitFor();
  app.mail.behave({ kind: 'accept' });
  await orm.em.fork().nativeUpdate(OutboxMailEntity, { state: 'DEFERRED' }, { nextAttemptAt: new Date() });
  await pressByKeyboard(page, button('Resume delivery'));
  await progress
    .getByText(`Successfully sent ${chosen === 1 ? '1 email' : `${chosen} emails`}`, { exact: true })
    .waitFor();
});

it('the send screen warns about empty fields before sending, and schedules emails only for the future', async () => {
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
