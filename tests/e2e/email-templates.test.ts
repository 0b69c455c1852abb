import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compileTemplate } from '#app/domain/emails/compile-template.server.ts';
import { oneLine } from '#app/lib/markup/merge-fields.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { type MadeUser, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { HOSTILE_VALUES } from '#tests/fixtures/hostile-values.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

afterEach(async () => {
  await bench.orm.em.fork().nativeDelete(EmailTemplateEntity, {});
});

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Ada' });
});

const LINES = [
  '<mjml><mj-body><mj-section><mj-column>',
  '<mj-text>Hello {{firstName}}</mj-text>',
  '</mj-column></mj-section></mj-body></mjml>',
];
const MJML = LINES.join('\n');

const stored = () =>
  storedRows(bench.orm, EmailTemplateEntity, ['name', 'subject', 'body', 'richText', 'version']);
const shown = (page: Page) => page.locator('iframe[title="Preview of the email"]').last().contentFrame();
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

async function write(page: Page, text: string) {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

describe('an email template', () => {
  it('is named, edited next to its preview, fixed, saved, closed, and deleted', async () => {
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
    expect(await stored()).toEqual([
      { name: 'Reminder', subject: '', body: '', richText: false, version: 1 },
    ]);

    await page.locator('.cm-content').waitFor();
    await page.getByLabel('Subject').fill('For {{firstName}}');
    await page.getByLabel('Use MJML').check();
    await write(page, LINES.with(1, '<mj-text>Hello {{fistName}}').join('\n'));
    await page.getByText('2 errors. Fix them before you save or send.').waitFor();
    await page.getByText("{{fistName}} isn't a merge field.").waitFor();
    await page.getByText('<mj-text> is never closed.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Line 2: <mj-text> is never closed.').waitFor();
    expect(bench.browser.takeComplaints().join()).toContain('400');
    expect(await stored()).toMatchObject([{ version: 1 }]);

    await write(page, MJML);
    await page.getByText('Subject: For Ada', { exact: true }).waitFor();
    await shown(page).getByText('Hello Ada').waitFor();
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await shown(page).getByText('Hello Ada').waitFor();
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'Emails', exact: true }).first().click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText('Your email changes have not been saved and will be lost. Do you want to leave?')
      .waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    expect(await stored()).toEqual([
      { name: 'Reminder', subject: 'For {{firstName}}', body: MJML, richText: true, version: 2 },
    ]);

    await editor(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.getByText('Merge fields', { exact: true }).click();
    await page.getByRole('button', { name: 'Insert {{year}}' }).click();
    await expect.poll(() => page.locator('.cm-line').first().textContent()).toMatch(/^\{\{year\}\}<mjml>/);
    await page.getByText('Changes saved!').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await question
      .getByText('Your email changes have not been saved and will be lost. Do you want to discard them?')
      .waitFor();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.locator('.cm-line').first().textContent()).toBe(LINES[0]);
    await page.getByLabel('Name', { exact: true }).fill('Second reminder');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Second reminder' }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Name: Reminder → Second reminder').waitFor();
    await history.getByText('Subject: “For {{firstName}}”').waitFor();
    await history.getByText(/^Text: .* characters$/).waitFor();

    await page.getByRole('button', { name: 'Delete email template' }).click();
    await page
      .getByRole('alertdialog')
      .getByText('Are you sure you want to delete the email template “Second reminder”?')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Email successfully deleted').waitFor();
    await page.getByText('No email templates yet').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('shows its latest deliveries, and explains before deletion what remains', async () => {
    const id = await makeTemplate(bench.orm, { name: 'Spring' });
    const delivery = { templateId: id, templateName: 'Spring', status: 'FINISHED' } as const;
    await makeDelivery(bench.orm, { ...delivery, subject: 'First', createdAt: new Date('2026-03-01') });
    await makeDelivery(bench.orm, { ...delivery, subject: 'Second', createdAt: new Date('2026-03-02') });
    await makeDelivery(bench.orm, { templateName: 'Other', subject: 'Unrelated' });
    const page = await bench.pageOf(admin);
    await page.goto(`/emails/${id}`);
    await waitForHydration(page);
    const deliveries = page.getByRole('region', { name: 'Deliveries of this email' });
    const rows = await deliveries.getByRole('rowheader').allInnerTexts();
    expect(rows.map((row) => row.split('\n')[1])).toEqual(['Second', 'First']);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Delete email template' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('It was sent or scheduled 2 times.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await bench.orm.em.fork().nativeDelete(EmailDeliveryEntity, {});
  });

  it('keeps unsaved input until discarding is confirmed, for every way to leave', async () => {
    const id = await makeTemplate(bench.orm);
    const page = await bench.pageOf(admin);
    await page.goto('/emails');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'News', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Unfinished');
    const question = page.getByRole('alertdialog');
    const ways: (() => Promise<unknown>)[] = [
      () => page.getByRole('button', { name: 'Cancel', exact: true }).first().click(),
      () => page.getByRole('link', { name: 'Send email' }).click(),
      () => page.getByRole('link', { name: 'Users', exact: true }).click(),
      () => page.goBack(),
    ];
    for (const way of ways) {
      await way();
      await question.getByText('will be lost.').waitFor();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe(`/emails/${id}`);
      expect(await name.inputValue()).toBe('Unfinished');
    }
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();

    await editor(page).focus();
    await page.keyboard.insertText('{{nope}}');
    await page.getByText('1 error. Fix it before you save or send.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const summary = page.getByRole('alert').getByText("{{nope}} isn't a merge field.");
    await summary.waitFor();
    expect(bench.browser.takeComplaints().join()).toContain('400');
    await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await summary.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('News');
    await expect.poll(() => page.locator('.cm-line').first().textContent()).not.toContain('nope');
    await name.fill('Newer');
    await name.fill('News');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });

  it('is previewed at phone and desktop width, scaled down if necessary', async () => {
    const id = await makeTemplate(bench.orm, { name: 'Wide', body: MJML, richText: true });
    const page = await bench.pageOf(admin);
    await page.goto(`/emails/${id}`);
    await shown(page).getByText('Hello Ada').waitFor();
    const frame = page.locator('.email-frame:visible');
    const measure = async () => ({
      laidOut: await shown(page)
        .locator('html')
        .evaluate((html) => html.clientWidth),
      spare: await frame.evaluate((host) => {
        const box = host.querySelector('iframe')?.getBoundingClientRect();
        const { left, right, bottom } = host.getBoundingClientRect();
        return box !== undefined && box.left >= left && box.right <= right && box.bottom <= bottom + 1;
      }),
    });
    const pressed = () =>
      page.getByRole('group', { name: 'Width' }).locator('[aria-pressed=true]').innerText();
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(pressed).toBe('Phone');
      await expect.poll(measure).toEqual({ laidOut: 375, spare: true });
    }
    await page.getByText(/^Shown at \d\d% of actual size\./).waitFor();
    await page.getByRole('button', { name: 'Desktop' }).click();
    await expect.poll(measure).toEqual({ laidOut: 640, spare: true });
    await page.setViewportSize({ width: 1150, height: 800 });
    await expect.poll(async () => (await measure()).laidOut).toBeGreaterThan(640);
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.getByText('This email has no colors for dark mode').waitFor();
    await page.getByLabel('Use MJML').uncheck();
    await page.getByText('This email has no colors for dark mode').waitFor({ state: 'hidden' });
  });

  it('shows hostile values as text, as a browser reads them', async () => {
    const page = await bench.browser.newPage();
    const body = MJML.replace('Hello', '<a title="{{lastName}}" href="https://x.example/{{email}}">');
    const template = await compileTemplate({
      subject: '',
      body: body.replace('</mj-text>', '</a></mj-text>'),
      richText: true,
    });
    const values = HOSTILE_VALUES.filter((value) => !/\p{Surrogate}/u.test(value));
    const emails = values.map(
      (value) => template.render({ firstName: value, lastName: value, email: value }).html,
    );
    const read = await page.evaluate((documents) => {
      const readers = documents.map((html) => new DOMParser().parseFromString(html, 'text/html'));
      return readers.map((document) => {
        const link = document.querySelector('a');
        return {
          elements: document.querySelectorAll('*').length,
          attributes: link?.getAttributeNames().join(),
          title: link?.title,
          words: link?.textContent,
          origin: link === null ? null : new URL(link.href).origin,
        };
      });
    }, emails);
    const texts = values.map(oneLine);
    expect(read.map((email) => email.words?.trimStart())).toEqual(texts.map((value) => value.trimStart()));
    expect(read.map(({ title }) => title)).toEqual(texts);
    expect(
      new Set(read.map(({ elements, attributes, origin }) => `${elements} ${attributes} ${origin}`)),
    ).toEqual(new Set([`${read[0]?.elements} title,href https://x.example`]));
  });
});
