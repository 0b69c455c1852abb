import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LEAVING_TIMEOUT_MS } from '#app/components/designate/draft/editing-session.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  chooseMethod,
  editorPage,
  expectStep,
  type HeldScript,
  holdScript,
  passTypingPause,
  storedDrafts,
  useDesignateApp,
  waitForHydration,
} from '#tests/support/designate-app.server.ts';
import { firstName, phone, saveStatus, savingScene, untilSaved } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

/** Opens the students step without its scripts. */
async function openBeforeScripts(page: Page, school: { id: string }): Promise<HeldScript> {
  const scripts = await holdScript(page, '*');
  await page.goto(bench.step('students', school), { waitUntil: 'commit' });
  return scripts;
}

it("text typed and a file chosen before the page's scripts have loaded are kept, saved, and opened", async () => {
  const { school, kim, storedStudents } = await savingScene(bench);
  const page = await editorPage(bench, kim);
  const scripts = await openBeforeScripts(page, school);
  const first = page.getByLabel('First name');
  await first.pressSequentially('Ann');
  await page.getByLabel('Last name').pressSequentially('Le');
  scripts.release();
  await waitForHydration(page);
  expect(await first.inputValue()).toBe('Ann');
  await passTypingPause(page);
  await expect.poll(storedStudents).toMatchObject([{ first: 'Ann' }]);
  await page.keyboard.type('e');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Lee');
  await page.unrouteAll();

  const other = await savingScene(bench);
  await bench.signIn(page, other.kim);
  const scriptsAgain = await openBeforeScripts(page, other.school);
  const buffer = Buffer.from('First name,Last name\nAnn,Lee');
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'our list.csv', mimeType: 'text/csv', buffer });
  scriptsAgain.release();
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor();
  expect(await page.getByLabel('Header row').locator('option:checked').innerText()).toBe(
    'Row 1: First name, Last name',
  );
  bench.browser.takeComplaints();
});

it("Continue, Back, and Logout wait for the draft on a slow connection, with a colleague's change merged, and Continue says if a save takes too long, and works the next time", async () => {
  const { school, kim, storedComment, storedSize, commentElsewhere, editors } = await savingScene(bench);
  const page = await editorPage(bench, kim);
  const atFirst = await holdScript(page, 'draft-services');
  await bench.open(page, 'method', school);
  await commentElsewhere('By a colleague.');
  await chooseMethod(page, 31);
  expect(atFirst.requests()).toBe(1);
  atFirst.release();
  await expectStep(page, 'Students');
  bench.browser.takeComplaints();
  expect([await storedSize(), await storedComment()]).toEqual([31, 'By a colleague.']);

  await page.unrouteAll();
  const services = await holdScript(page, 'draft-services');
  await bench.open(page, 'students', school);
  await (await firstName(page, 1)).fill('Ann');
  await (await phone(page, 1)).fill('12');
  await page.getByRole('button', { name: 'Back' }).click();
  expect(services.requests()).toBe(1);
  services.release();
  await expectStep(page, 'Method');

  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/designate/editing/**', async (route) => {
    if (route.request().method() === 'PATCH') await mayRespond;
    await route.continue();
  });
  await page.getByLabel('Comment').fill('Slow.');
  const saves = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Continue' }).click();
  await saves;
  await page.clock.runFor(LEAVING_TIMEOUT_MS);
  const text = page.getByText("This took too long, so you're still on this step.");
  await text.waitFor();
  await expectNoAxeViolations(page);
  expect(await page.getByLabel('Comment').inputValue()).toBe('Slow.');
  respond();
  await saveStatus(page)
    .getByText(/^Saved at /)
    .waitFor();
  expect(await storedComment()).toBe('Slow.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectStep(page, 'Students');
  expect(await text.count()).toBe(0);
  expect(await (await phone(page, 1)).inputValue()).toBe('12');
  await (await phone(page, 1)).fill('9075550101');
  await untilSaved(page);

  await page.unrouteAll();
  const servicesAgain = await holdScript(page, 'draft-services');
  await bench.open(page, 'method', school);
  await page.getByLabel('Comment').fill('Typed a moment before.');
  await page.getByRole('link', { name: 'Logout' }).click();
  expect(servicesAgain.requests()).toBe(1);
  servicesAgain.release();
  await page.waitForURL((url) => url.pathname === '/login');
  expect(await storedComment()).toBe('Typed a moment before.');
  await expect.poll(() => storedDrafts(page)).toEqual({});
  expect(await editors()).toBe(0);
});
