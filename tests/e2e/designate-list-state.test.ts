import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import {
  editorPage,
  openStudent,
  openStudentsStep,
  passTypingPause,
  storedDrafts,
  studentLine,
  studentSlots,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { hasFocus, importButton, load, openImport, press } from '#tests/support/import-session.server.ts';
import {
  returnToTab,
  incoming,
  unsavedChangesBanner,
  saveStatus,
  savingScene,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

const row = (first: string, email = `${first}@s.example.org`) =>
  `${first},,Lee,,03/14/2010,1 A St,,Juneau,AK,99827,9075550101,${email},,N`;
const LIST = [CSV_HEADER, row('Ann'), row('Bo', 'bo@x'), row('Cy')].join('\n');

/** Returns for each position whether the server's warning about the ZIP code is shown. */
const warned = async (page: Page) =>
  (await studentSlots(page).allInnerTexts()).map((text) => text.includes('is in Haines, AK'));

/** Returns the version that the tab's draft is based on. */
async function studentsDraft(page: Page): Promise<{ version: number }> {
  const [draft = '{}'] = Object.values(await storedDrafts(page));
  return JSON.parse(draft) as { version: number };
}

/** Replaces the list while saves wait, then undoes and redoes that around the save. Ends when all is saved. */
async function redoneImport() {
  const scene = await savingScene(bench, { classSize: 40, students: 2 });
  const page = await editorPage(bench, scene.kim);
  await bench.open(page, 'students', scene.school);
  await openImport(page);
  await load(page, LIST);
  await page.getByRole('radio', { name: 'Replace them' }).check();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.route('**/designate/editing/**', async (route) => {
    if (route.request().method() === 'PATCH') await released;
    await route.continue();
  });
  await importButton(page).click();
  await press(page, 'Replace 2 students');
  await passTypingPause(page);
  await asked;
  await press(page, 'Undo');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  release();
  await saved;
  await expect.poll(async () => (await studentsDraft(page)).version).toBeGreaterThan(1);
  await press(page, 'Redo');
  await passTypingPause(page);
  await saveStatus(page)
    .getByText(/^Saved at .+ · 1 field needs fixing$/)
    .waitFor();
  return { page, ...scene };
}

it("a list that was imported, undone, and redone keeps the server's warnings, also after a reload, and is merged with a colleague's change to another student", async () => {
  const { page, school, robin, storedStudents } = await redoneImport();
  await expect.poll(() => warned(page)).toEqual([true, true, true, false]);
  await page.reload();
  await waitForHydration(page);
  await saveStatus(page).getByText('1 field needs fixing', { exact: true }).waitFor();
  await expect.poll(() => warned(page)).toEqual([true, true, true, false]);

  const other = await editorPage(bench, robin);
  await bench.open(other, 'students', school);
  const typing = (await openStudent(other, 1)).getByLabel('Preferred name');
  await typing.focus();
  await (await openStudent(page, 3)).getByLabel('Preferred name').fill('Cyrus');
  await passTypingPause(page);
  await expect.poll(storedStudents).toMatchObject([{}, {}, { preferred: 'Cyrus' }]);
  await returnToTab(other);
  await incoming(other).waitFor();
  expect(await typing.evaluate(hasFocus)).toBe(true);
  await other.keyboard.type('Annie');
  await passTypingPause(other);
  await expect.poll(storedStudents).toMatchObject([{ preferred: 'Annie' }, {}, { preferred: 'Cyrus' }]);
  await returnToTab(page);
  await incoming(page).waitFor();
  expect(await unsavedChangesBanner(page).count()).toBe(0);
  expect(await unsavedChangesBanner(other).count()).toBe(0);
  bench.browser.takeComplaints();
});

it('a student with invalid values is opened by Next incomplete with the fields marked, in a bar with one row of buttons and little height', async () => {
  const students = [studentInput({ dateOfBirth: '2001-02-03' }), studentInput({ dateOfBirth: '2001-02-04' })];
  const { page } = await openStudentsStep(bench, { positions: 2, students });
  await page.getByText('2 of 2 complete, 2 with warnings', { exact: true }).waitFor();
  const form = await openStudent(page, 2);
  const email = form.getByLabel('Email', { exact: true });
  await email.fill('chloe@students');
  await form.getByLabel('Parent email').fill('chloe@home');
  await page.keyboard.press('Escape');
  await studentLine(page, 2).getByText('2 invalid').waitFor();
  await passTypingPause(page);
  await saveStatus(page)
    .getByText(/· 2 fields need fixing$/)
    .waitFor();
  const bar = page.locator('.step-bar');
  for (const [width, height, max] of [
    [1366, 768, 70],
    [768, 1024, 105],
    [375, 740, 120],
  ] as const) {
    await page.setViewportSize({ width, height });
    const tops = await bar
      .locator('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(tops).size, `rows at ${width} px`).toBe(1);
    expect(await bar.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(max);
  }

  await press(page, 'Next incomplete');
  await expect.poll(() => email.evaluate(hasFocus)).toBe(true);
  expect(await form.locator('[aria-invalid=true]').count()).toBe(2);
  await press(page, 'Review');
  const summary = page.getByRole('alert').getByRole('listitem');
  await summary.first().waitFor();
  expect(await summary.allInnerTexts()).toEqual([
    'Student 2, parent email: Enter an email address like name@example.org.',
    'Student 2: Enter an email address like name@example.org.',
  ]);
  bench.browser.takeComplaints();
});
