import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { type MadeUser, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Ada' });
});

const UNCLOSED =
  '<mjml><mj-body><mj-section><mj-column>\n<mj-text>Hello\n</mj-column></mj-section></mj-body></mjml>';

const shown = (page: Page) => page.locator('iframe[title="Preview of the email"]').last().contentFrame();
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

describe('the editor of an email template', () => {
  it('suggests the merge fields that start with the typed letters, and inserts the chosen one', async () => {
    const id = await makeTemplate(bench.orm, { body: '' });
    const page = await bench.pageOf(admin);
    await page.goto(`/emails/${id}`);
    await page.locator('.cm-content').waitFor();
    const options = page.getByRole('option');
    const line = () => page.locator('.cm-line').first().textContent();
    await editor(page).focus();
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
  });

  it('converts plain text to MJML, inserts merge fields at the cursor, and lists each problem once per position', async () => {
    const id = await makeTemplate(bench.orm, { subject: 'News', body: 'Dear {{firstName}} & all\n\nBye' });
    const page = await bench.pageOf(admin);
    for (const [path, label] of [
      ['/emails/', 'Emails'],
      ['/emails/deliveries/', 'Sent emails'],
    ] as const) {
      await page.goto(path);
      const current = page.getByRole('navigation', { name: 'Email' }).locator('[aria-current=page]');
      expect(await current.allInnerTexts()).toEqual([label]);
    }
    await page.goto(`/emails/${id}`);
    await page.locator('.cm-content').waitFor();
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

    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(UNCLOSED);
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
  });
});
