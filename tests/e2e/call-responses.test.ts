import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { type MadeUser, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

/** Returns responses at this URL that don't match the page's schema, until the returned function is called. */
async function respondOddly(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.fulfill({ status: 200, json: { delivery: 7 } }));
  return () => page.unroute(address);
}

it("a response that doesn't match its schema shows ‘Validation error’ on the page of an email that is being sent and under the editor of a template, until a valid one arrives", async () => {
  bench.app.mail.behave({ kind: 'defer', code: 451, message: '4.7.1 Try later' });
  const delivery = await makeDelivery(bench.orm, { createdById: admin.id, emails: deliveryEmails(2) });
  const template = await makeTemplate(bench.orm, { subject: 'News', body: 'Dear {{firstName}}' });
  const page = await bench.pageOf(admin);
  const alert = page.getByRole('alert').filter({ hasText: 'Validation error' });
  const answerProgress = await respondOddly(page, '**/emails/deliveries/*/progress*');
  await page.goto(`/emails/deliveries/${delivery.id}`);
  await waitForHydration(page);
  await alert.waitFor();
  expect((await alert.innerText()).trim()).toBe('Unable to update this page: Error: Validation error');
  await answerProgress();
  await alert.waitFor({ state: 'detached' });

  await page.goto(`/emails/${template}`);
  await page.locator('.cm-content').waitFor();
  const answerCheck = await respondOddly(page, '**/emails/check');
  await page.getByLabel('Subject').fill('Other news');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('(Error: Validation error)');
  await answerCheck();
  await page.getByLabel('Subject').fill('Still other news');
  await alert.waitFor({ state: 'detached' });
});

it("a suggestion that doesn't match its schema isn't shown beside a school name that was cleared before or after it arrived", async () => {
  const page = await bench.pageOf(admin);
  await page.goto('/designations');
  await waitForHydration(page);
  await page.getByText('Filter', { exact: true }).click();
  const school = page.getByRole('combobox', { name: 'High school' });
  const suggestions = '**/designations/schools?*';
  const message = page.getByText('Error: Validation error', { exact: true });
  const answerWell = await respondOddly(page, suggestions);
  await school.fill('bir');
  await message.waitFor();
  await school.fill('');
  await message.waitFor({ state: 'detached' });
  await answerWell();

  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  let hasResponded: () => void = () => undefined;
  const responded = new Promise<void>((resolve) => (hasResponded = resolve));
  await page.route(suggestions, async (route) => {
    await mayRespond;
    await route.fulfill({ json: { schools: [{ id: 7 }] } }).catch(() => undefined);
    hasResponded();
  });
  await page.evaluate(recordMessages);
  const asked = page.waitForRequest(suggestions);
  await school.fill('bir');
  await asked;
  await school.fill('');
  respond();
  await responded;
  await page.unroute(suggestions);
  const later = page.waitForResponse(suggestions);
  await school.fill('birch');
  expect((await later).status()).toBe(200);
  await school.fill('');
  expect(await page.evaluate(() => document.body.dataset['messages'])).toBeUndefined();
  expect(await school.inputValue()).toBe('');
});

/** Records whether the message ever appears. Runs in the page. */
function recordMessages(): void {
  new MutationObserver(() => {
    if (document.body.innerText.includes('Error: Validation error'))
      document.body.dataset['messages'] = 'shown';
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
