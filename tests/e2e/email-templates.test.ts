import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compileTemplate } from '#app/domain/emails/compile-template.server.ts';
import { oneLine } from '#app/lib/markup/merge-fields.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { type MadeUser, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { HOSTILE_VALUES } from '#tests/fixtures/hostile-values.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

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

const shown = (page: Page) => page.locator('iframe[title="Preview of the email"]').last().contentFrame();
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

describe('an email template', () => {
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
