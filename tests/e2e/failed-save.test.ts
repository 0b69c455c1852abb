import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { TYPED_FORMS, type TypedForm, whileSavesFail } from '#tests/support/failing-saves.server.ts';

const bench = useDesignateApp();
const { account, agreement, decision, school, template, 'new year in its dialog': newYear } = TYPED_FORMS;

async function expectBanner(page: Page, text: string): Promise<void> {
  const banner = page.getByRole('alert').filter({ hasText: text });
  await banner.waitFor();
  expect((await banner.innerText()).trim()).toBe(text);
  await expect
    .poll(() => banner.evaluate((alert) => document.activeElement?.contains(alert) ?? false))
    .toBe(true);
  expect(bench.browser.takeComplaints().length).toBeGreaterThan(0);
}

async function expectInputAfterServerError(page: Page, form: TypedForm): Promise<void> {
  await page.goto(form.path);
  await waitForHydration(page);
  await form.type(page);
  await whileSavesFail(bench.orm, async () => {
    await form.send(page);
    await expectBanner(page, `${form.prefix}Something went wrong`);
  });
  expect(await form.typed(page)).toBe(form.expected);
}

async function expectInputWithoutConnection(page: Page, form: TypedForm): Promise<void> {
  await expectInputAfterServerError(page, form);
  await expectNoAxeViolations(page);

  await page.context().setOffline(true);
  await form.send(page);
  await expectBanner(page, form.offline);
  expect(await form.typed(page)).toBe(form.expected);
  const failedAgain = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET');
  await form.send(page);
  await failedAgain;
  await expectBanner(page, form.offline);
  await page.context().setOffline(false);
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
  await form.send(page);
  expect((await saved).ok(), 'saved with a connection').toBe(true);
  await page.getByText(form.offline).waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
}

it('the forms of an administrator keep their input after a server error, and are then saved: an account, a school, a decision, and, after a failed connection, too, a template and a new year in its dialog', async () => {
  const user = await makeAdmin(bench.orm);
  const page = await bench.pageOf(user);
  for (const scene of [account, school, decision]) {
    const form: TypedForm = await scene(bench);
    await expectInputAfterServerError(page, form);
    // Leaving the page asks nothing if the form was saved.
    await form.send(page);
    await page.getByText(/^(Changes saved!|Designation details have been updated!)$/).waitFor();
  }
  for (const scene of [template, newYear]) await expectInputWithoutConnection(page, await scene(bench));
});

it('a step keeps its input after a server error and without a connection, and is then saved', async () => {
  const form = await agreement(bench);
  await expectInputWithoutConnection(await bench.pageOf(form.user), form);
});

it('a page that fails because of the database shows the contact address and how to reload, and resends a form without scripts', async () => {
  const form = await account(bench);
  const plain = await bench.pageOf(form.user, { javaScriptEnabled: false });
  await plain.goto(form.path);
  await form.type(plain);
  const page = await bench.pageOf((await account(bench)).user);
  const em = bench.orm.em.fork();
  await em.begin();
  await em.execute('lock table session in access exclusive mode');
  const [, opened] = await Promise.all([form.send(plain), page.goto('/account')]);
  expect(opened?.status()).toBe(503);
  for (const failed of [plain, page]) {
    await failed.getByRole('heading', { level: 1, name: 'Temporarily unavailable' }).waitFor();
    expect(await failed.getByRole('contentinfo').textContent()).toBe(
      'Questions? Email scholars@example.net.',
    );
  }
  await plain.getByText('Reload this page to resend what you entered.', { exact: true }).waitFor();
  expect(await plain.getByRole('link', { name: 'Reload page' }).count()).toBe(0);
  expect(bench.browser.takeComplaints()).toHaveLength(2);
  await em.rollback();
  await page.getByRole('link', { name: 'Reload page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor();
  await plain.reload();
  await plain.getByText('Changes saved!').waitFor();
  expect(await plain.getByRole('button', { name: 'Dismiss' }).isVisible()).toBe(false);
  expect(await form.typed(plain)).toBe(form.expected);
});
