import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { type MadeUser, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp, waitForHydration } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Ada' });
});

const UNCLOSED =
  '<mjml><mj-body><mj-section><mj-column>\n<mj-text>Hello\n</mj-column></mj-section></mj-body></mjml>';

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{firstName}}</mj-text></mj-column></mj-section></mj-body></mjml>';

const shown = (page: Page) => page.locator('iframe[title="Preview of the email"]').last().contentFrame();
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

async function write(page: Page, text: string) {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

it('an email template is created; its editor converts plain text to MJML, inserts merge fields at the cursor, suggests those that start with the typed letters, and lists each problem once per position; it is saved next to its preview, renamed, and deleted', async () => {
  const page = await bench.pageOf(admin);
  await page.goto('/emails');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Create email template' }).click();
  await page.getByRole('alert').getByText('Name is required.').waitFor();
  expect(bench.browser.takeComplaints()).toEqual([]);
  await page.getByLabel('Name').fill('Reminder');
  await expect.poll(() => page.getByText('Name is required.').count()).toBe(0);
  expect(await page.getByText('There is a problem').count()).toBe(0);
  await page.getByRole('button', { name: 'Create email template' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reminder' }).waitFor();
  await page.locator('.cm-content').waitFor();
  await page.getByLabel('Subject').fill('News');
  await write(page, 'Dear {{firstName}} & all');
  await page.getByText('Subject: News', { exact: true }).waitFor();
  const offer = page.getByRole('button', { name: 'Convert to MJML' });
  expect(await offer.count()).toBe(0);
  await page.getByLabel('Use MJML').check();
  await offer.waitFor();
  await expectNoAxeViolations(page);
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  await shown(page).getByText('Dear Ada & all').waitFor();

  const subject = page.getByLabel('Subject');
  await subject.press('Home');
  await page.getByText('Merge fields', { exact: true }).click();
  const insert = page.getByRole('button', { name: 'Insert {{year}}' });
  await insert.click();
  expect(await subject.inputValue()).toBe('{{year}}News');
  expect(await subject.evaluate((field) => field === document.activeElement)).toBe(true);
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await insert.click();
  await expect.poll(() => page.locator('.cm-line').first().textContent()).toBe('{{year}}<mjml>');

  const options = page.getByRole('option');
  const line = () => page.locator('.cm-line').first().textContent();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Dear {{');
  await expect.poll(() => options.count()).toBe(8);
  await page.keyboard.type('sch');
  await expect.poll(() => options.count()).toBe(1);
  await page.getByRole('option', { name: '{{schools}}', selected: true }).waitFor();
  await expectNoAxeViolations(page);
  await expect.poll(async () => (await page.keyboard.press('Enter'), line())).toBe('Dear {{schools}}');
  await page.keyboard.type(', {{nam');
  await page.getByRole('option', { name: '{{lastName}}' }).waitFor();
  await page.keyboard.type('ed');
  await expect.poll(() => options.count()).toBe(0);

  await write(page, UNCLOSED);
  await page.getByText('1 error. Fix it before you save or send.').waitFor();
  await subject.fill('{{nope}}');
  await page.getByText('2 errors. Fix them before you save or send.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const summary = page.getByRole('alert').getByRole('listitem');
  await summary.first().waitFor();
  expect(bench.browser.takeComplaints().join()).toContain('400');
  expect(await summary.allInnerTexts()).toEqual([
    expect.stringContaining("{{nope}} isn't a merge field."),
    'Line 2: <mj-text> is never closed.',
  ]);
  expect(await page.getByText('<mj-text> is never closed.').count()).toBe(2);

  await subject.fill('{{schools}}');
  await expect.poll(() => summary.allInnerTexts()).toEqual(['Line 2: <mj-text> is never closed.']);
  expect(await page.getByText("{{nope}} isn't a merge field.").count()).toBe(0);
  expect(await subject.getAttribute('aria-invalid')).toBeNull();
  expect(await subject.evaluate((field) => field === document.activeElement)).toBe(true);

  await subject.fill('For {{firstName}}');
  await write(page, MJML);
  await shown(page).getByText('Hello Ada').waitFor();
  await page.getByRole('button', { name: 'Dark' }).click();
  await shown(page).getByText('Hello Ada').waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Name', { exact: true }).fill('Second reminder');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Second reminder' }).waitFor();
  await page.getByText('Changes saved!').waitFor();
  const stored = storedRows(bench.orm, EmailTemplateEntity, [
    'name',
    'subject',
    'body',
    'richText',
    'version',
  ]);
  expect(await stored).toEqual([
    { name: 'Second reminder', subject: 'For {{firstName}}', body: MJML, richText: true, version: 2 },
  ]);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Name: Reminder → Second reminder').waitFor();
  await history.getByText('Subject: “For {{firstName}}”').waitFor();
  await history.getByText(/^Text: .* characters$/).waitFor();

  await page.getByRole('button', { name: 'Delete email template' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Are you sure you want to delete the email template “Second reminder”?').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Email successfully deleted').waitFor();
  await page.getByText('No email templates yet').waitFor();
});
