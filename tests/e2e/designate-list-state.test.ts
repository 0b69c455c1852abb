import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import {
  expectStep,
  openStudent,
  openStudentsStep,
  storedDrafts,
  studentForm,
  studentLine,
  studentSlots,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  focusedText,
  hasFocus,
  importButton,
  load,
  openImport,
  press,
} from '#tests/support/import-session.server.ts';
import { comeBack, incoming, notice, saving, savingScene } from '#tests/support/saving-scene.server.ts';

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
  const page = await bench.pageOf(scene.kim);
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
  await asked;
  await press(page, 'Undo');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  release();
  await saved;
  await expect.poll(async () => (await studentsDraft(page)).version).toBeGreaterThan(1);
  await press(page, 'Redo');
  await saving(page)
    .getByText(/^Saved at .+ · 1 field needs fixing$/)
    .waitFor();
  return { page, ...scene };
}

describe('a list that was imported, undone, and redone', () => {
  it("keeps the server's warnings, also after a reload and for students with invalid values", async () => {
    const { page } = await redoneImport();
    await expect.poll(() => warned(page)).toEqual([true, true, true, false]);
    await page.reload();
    await waitForHydration(page);
    await saving(page).getByText('1 field needs fixing', { exact: true }).waitFor();
    await expect.poll(() => warned(page)).toEqual([true, true, true, false]);
    bench.browser.takeComplaints();
  });

  it("is merged with a colleague's change to another student, who keeps typing in an open form", async () => {
    const { page, school, robin, storedStudents } = await redoneImport();
    const other = await bench.pageOf(robin);
    await bench.open(other, 'students', school);
    const typing = (await openStudent(other, 1)).getByLabel('Preferred name');
    await typing.focus();
    await (await openStudent(page, 3)).getByLabel('Preferred name').fill('Cyrus');
    await expect.poll(storedStudents).toMatchObject([{}, {}, { preferred: 'Cyrus' }]);
    await comeBack(other);
    await incoming(other).waitFor();
    expect(await typing.evaluate(hasFocus)).toBe(true);
    await other.keyboard.type('Annie');
    await expect.poll(storedStudents).toMatchObject([{ preferred: 'Annie' }, {}, { preferred: 'Cyrus' }]);
    await comeBack(page);
    await incoming(page).waitFor();
    expect(await notice(page).count()).toBe(0);
    expect(await notice(other).count()).toBe(0);
    bench.browser.takeComplaints();
  });
});

it("an import whose column choices can't be saved says so, and can still be undone", async () => {
  const { page } = await openStudentsStep(bench, { positions: 3, students: 2 });
  await page.route('**/designate/import-mapping/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await openImport(page);
  await load(page, [`${CSV_HEADER},Homeroom`, `${row('Ann')},12b`].join('\n'));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('radio', { name: 'Replace them' }).check();
  await importButton(page).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Replace / })
    .click();
  await page.getByText("We couldn't save your column choices for the next import.").waitFor();
  await press(page, 'Undo');
  await page.getByText('Undone. Your earlier list is back.').waitFor();
  expect(await studentLine(page, 1).innerText()).not.toContain('Ann Lee');
  bench.browser.takeComplaints();
});

describe('a student with invalid values', () => {
  const invalid = { ...studentInput(), email: 'chloe@students', parentEmail: 'chloe@home' };

  it('is opened by Next incomplete with the fields marked and the first one focused', async () => {
    const { page } = await openStudentsStep(bench, { positions: 2, students: [{}, {}] });
    const form = await openStudent(page, 2);
    const email = form.getByLabel('Email', { exact: true });
    await email.fill(invalid.email);
    await form.getByLabel('Parent email').fill(invalid.parentEmail);
    await page.keyboard.press('Escape');
    await studentLine(page, 2).getByText('2 invalid').waitFor();
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
});

describe('the focus', () => {
  it('is on the outcome after each Undo and Redo', async () => {
    const { page } = await openStudentsStep(bench, { positions: 3, students: 3 });
    await openStudent(page, 1);
    await press(page, 'Remove this student');
    for (const [button, outcome] of [
      ['Undo', /^Undone/],
      ['Redo', /^Redone/],
      ['Undo', /^Undone/],
      ['Redo', /^Redone/],
    ] as const) {
      await press(page, button);
      await expect.poll(() => focusedText(page)).toMatch(outcome);
    }
  });

  it('is in the form of the student whom Review links to, with the warning naming the student', async () => {
    const { address } = studentInput();
    const named = { first: 'Ann', last: 'Lee', address: { ...address, zip5: '99827' } };
    const students = [...Array.from({ length: 9 }, () => ({})), named];
    const { page } = await openStudentsStep(bench, { positions: 10, students });
    await press(page, 'Review');
    await expectStep(page, 'Review');
    await page.getByRole('link', { name: 'Student 10 (Ann Lee)', exact: true }).click();
    await expectStep(page, 'Students');
    const first = studentForm(page, 10).getByLabel('First name');
    await expect.poll(() => first.evaluate(hasFocus)).toBe(true);
    const top = await first.evaluate((field) => field.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(720);
  });
});

describe('a student who is moved', () => {
  it('shows the outcome with Undo in view, below the buttons', async () => {
    const { page } = await openStudentsStep(
      bench,
      { positions: 12, students: 12 },
      { viewport: { width: 1366, height: 768 } },
    );
    await openStudent(page, 11);
    await press(page, 'Move down');
    await page.getByText(/^Moved .+ to position 12\.$/).waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.poll(() => page.getByRole('button', { name: 'Move up' }).evaluate(inWindow)).toBe(true);
    expect(await undo.evaluate(inWindow)).toBe(true);
    await undo.click();
    await expect.poll(() => focusedText(page)).toMatch(/^Undone/);
  });
});

describe('the bar', () => {
  it.each([
    [1366, 768, 70],
    [768, 1024, 105],
    [375, 740, 120],
  ])('has one row of buttons and little height in a window %i pixels wide', async (width, height, max) => {
    const students = [
      studentInput({ dateOfBirth: '2001-02-03' }),
      studentInput({ dateOfBirth: '2001-02-04' }),
    ];
    const { page } = await openStudentsStep(
      bench,
      { positions: 20, students },
      { viewport: { width, height } },
    );
    await page.getByText('2 of 20 complete, 2 with warnings', { exact: true }).waitFor();
    await (await openStudent(page, 1)).getByLabel('Phone').fill('907');
    await saving(page)
      .getByText(/· 1 field needs fixing$/)
      .waitFor();
    const bar = page.locator('.step-bar');
    const tops = await bar
      .locator('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await bar.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(max);
    bench.browser.takeComplaints();
  });
});

function inWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? window.innerHeight;
  return top >= 0 && bottom <= bar;
}
