import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  expectStep,
  openStudent,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  delayDraftServices,
  firstName,
  phone,
  saving,
  savingScene,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

/** Opens the students step without its scripts. Returns a function that lets them load. */
async function openBeforeScripts(page: Page, school: { id: string }): Promise<() => void> {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(bench.step('students', school), { waitUntil: 'commit' });
  return arrive;
}

describe('text typed on a slow connection', () => {
  it("is kept and saved once the page's scripts have loaded", async () => {
    const { school, kim, storedStudents } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    const loadScripts = await openBeforeScripts(page, school);
    const first = page.getByLabel('First name');
    await first.pressSequentially('Ann');
    await page.getByLabel('Last name').pressSequentially('Le');
    loadScripts();
    await waitForHydration(page);
    expect(await first.inputValue()).toBe('Ann');
    await expect.poll(storedStudents).toMatchObject([{ first: 'Ann' }]);
    await page.keyboard.type('e');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Lee');
  });
});

describe('a file chosen on a slow connection', () => {
  it("is opened once the page's scripts have loaded", async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    const loadScripts = await openBeforeScripts(page, school);
    const buffer = Buffer.from('First name,Last name\nAnn,Lee');
    await page
      .getByLabel('Excel or CSV file')
      .setInputFiles({ name: 'our list.csv', mimeType: 'text/csv', buffer });
    loadScripts();
    await page.getByRole('heading', { name: 'Match your columns' }).waitFor();
    expect(await page.getByLabel('Header row').locator('option:checked').innerText()).toBe(
      'Row 1: First name, Last name',
    );
  });
});

describe('a click on a slow connection', () => {
  it("reaches the form that restarts from the browser's draft", async () => {
    const { school, kim } = await savingScene(bench, { students: 2 });
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await page.getByLabel('Class size').fill('8');
    await saving(page).getByText('Your new class size will be saved when you select Continue.').waitFor();
    const toolsAsked = await delayDraftServices(page);
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel('Class size').inputValue()).toBe('20');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 student' }).waitFor();
    expect(await page.getByLabel('Class size').inputValue()).toBe('8');
    expect(toolsAsked()).toBe(1);
  });

  it('moves the student once the draft can be changed (Move down)', async () => {
    const { school, kim, storedStudents, storedNames } = await savingScene(bench, { students: 2 });
    const [one, two] = await storedNames();
    const page = await bench.pageOf(kim);
    const toolsAsked = await delayDraftServices(page);
    await bench.open(page, 'students', school);
    await openStudent(page, 1);
    await page.getByRole('button', { name: 'Move down' }).click();
    expect(await page.getByText(/^Moved /).count()).toBe(0);
    await page.getByText(new RegExp(`^Moved ${one} .+ to position 2\\.$`)).waitFor();
    expect(await (await firstName(page, 2)).inputValue()).toBe(one);
    await expect.poll(storedNames).toEqual([two, one]);
    expect(await storedStudents()).toHaveLength(2);
    expect(toolsAsked()).toBe(1);
  });

  it('removes the student once the draft can be changed (Remove)', async () => {
    const { school, kim, storedNames } = await savingScene(bench, { students: 2 });
    const [, two] = await storedNames();
    const page = await bench.pageOf(kim);
    await delayDraftServices(page);
    await bench.open(page, 'students', school);
    await openStudent(page, 1);
    await page.getByRole('button', { name: 'Remove this student' }).click();
    expect(await page.getByText(/^Removed /).count()).toBe(0);
    await page.getByText(/^Removed /).waitFor();
    await expect.poll(storedNames).toEqual([two]);
  });

  it("waits for the draft, which keeps values that can't be stored (Back)", async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    const toolsAsked = await delayDraftServices(page);
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('Ann');
    await (await phone(page, 1)).fill('12');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await (await phone(page, 1)).inputValue()).toBe('12');
    expect(toolsAsked()).toBe(1);
  });

  it("shows that the page didn't change if the save takes too long, and works the next time", async () => {
    const { school, kim, storedComment } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    let respond: () => void = () => undefined;
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/designate/editing/**', async (route) => {
      if (route.request().method() === 'PATCH') await mayRespond;
      await route.continue();
    });
    await bench.open(page, 'method', school);
    await page.getByLabel('Comment').fill('Slow.');
    await page.getByRole('button', { name: 'Continue' }).click();
    const text = page.getByText("This took too long, so you're still on this step.");
    await text.waitFor();
    await expectNoAxeViolations(page);
    expect(await page.getByLabel('Comment').inputValue()).toBe('Slow.');
    respond();
    await untilSaved(page);
    expect(await storedComment()).toBe('Slow.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await text.count()).toBe(0);
  });
});
