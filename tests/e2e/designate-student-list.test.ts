import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  editorPage,
  enterStudent,
  holdScript,
  openStudent,
  openStudentsStep,
  passTypingPause,
  studentForm,
  studentLine,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { focusedText, hasFocus, press } from '#tests/support/import-session.server.ts';
import { saveStatus, savingScene } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

let page: Page;
let school: { id: string };

async function openStudents(positions: number, students = 0): Promise<void> {
  ({ page, school } = await openStudentsStep(bench, { positions, students }));
}

const field = async (index: number, label: string) =>
  (await openStudent(page, index)).getByLabel(label, { exact: true });

/** Ends a touch without its click, which a busy browser only sends later, and waits for what the page does then. */
async function endTouch(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.dispatchEvent(new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true }));
    await new Promise((resolve) => window.setTimeout(resolve));
    await new Promise((resolve) => window.requestAnimationFrame(() => window.setTimeout(resolve)));
  });
}

/** Whether the form is shown next to the upload in windows of these widths, of which the last one stays. */
async function areBeside(...widths: number[]): Promise<boolean[]> {
  const boxOf = async (selector: string) =>
    (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const found: boolean[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 768 });
    const [upload, typing] = [await boxOf('.student-import'), await boxOf('.student-slots')];
    found.push(typing.x > upload.x + upload.width && typing.y < upload.y + upload.height);
  }
  return found;
}

it('an empty list shows the form next to the upload on wide screens, and the keyboard leads from student to student, to the incomplete ones, and to the one that the address names', async () => {
  await openStudents(3);
  expect(await areBeside(375, 768, 992, 1366)).toEqual([false, false, true, true]);
  const tops = ['Phone', 'Email', 'Parent email (optional)'].map(async (label) =>
    (await field(1, label)).evaluate((input) => input.getBoundingClientRect().top),
  );
  expect(new Set(await Promise.all(tops)).size).toBe(1);
  expect(await studentForm(page, 1).count()).toBe(1);
  await enterStudent(page, 1, studentInput({ first: 'Ann', last: 'Lee', phone: '9075550123' }));
  expect(await areBeside(1366)).toEqual([true]);
  await (await field(1, 'Zipcode')).press('Enter');
  expect(await studentLine(page, 1).innerText()).toContain('Complete');
  expect(await studentForm(page, 2).getByLabel('First name').evaluate(hasFocus)).toBe(true);
  expect(await areBeside(1366)).toEqual([false]);
  await page.keyboard.type('Bo');
  await page.keyboard.press('Escape');
  expect(await studentLine(page, 2).evaluate(hasFocus)).toBe(true);
  expect(await studentLine(page, 2).innerText()).toContain('7 missing');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  expect(await (await field(2, 'First name')).inputValue()).toBe('Bo');
  await page.getByRole('button', { name: 'Next student' }).click();
  expect(await studentForm(page, 3).getByLabel('First name').evaluate(hasFocus)).toBe(true);
  await (await field(3, 'Phone')).fill('907');
  await page.keyboard.press('Enter');
  expect(await studentLine(page, 3).evaluate(hasFocus)).toBe(true);
  expect(await studentLine(page, 3).innerText()).toContain('1 invalid');
  await page.getByText('1 of 3 complete', { exact: true }).waitFor();
  expect(await (await field(1, 'Phone')).inputValue()).toBe('(907) 555-0123');

  const next = page.getByRole('button', { name: 'Next incomplete' });
  await next.click();
  await expect.poll(() => studentForm(page, 2).getByLabel('First name').evaluate(hasFocus)).toBe(true);
  await enterStudent(page, 2, studentInput({ first: 'Bo' }));
  await next.click();
  await studentForm(page, 3).waitFor();
  await page.getByText('2 of 3 complete', { exact: true }).waitFor();
  expect(await next.count()).toBe(0);

  await page.goto(`${bench.step('students', school)}&student=2`);
  await waitForHydration(page);
  const first = studentForm(page, 2).getByLabel('First name');
  await expect.poll(() => first.evaluate(hasFocus)).toBe(true);
});

it('on a phone, a tap works although errors above it disappear, and no field or choice stays behind the bar', async () => {
  const { address, ...ann } = studentInput({ first: 'Ann' });
  const students = [{ ...ann, address: { ...address, zip5: '' } }, studentInput({ first: 'Bo' })];
  const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
  ({ page, school } = await openStudentsStep(bench, { positions: 2, students }, phone));
  await page.getByRole('button', { name: 'Review', exact: true }).tap();
  const error = page.getByRole('link', { name: /^Student 1: / });
  await error.waitFor();
  await (await field(1, 'Zipcode')).fill('99801');
  await endTouch(page);
  expect(await error.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Next student', exact: true }).tap();
  await studentForm(page, 2).waitFor();
  await error.waitFor({ state: 'detached' });
  expect(await studentLine(page, 1).innerText()).toContain('Complete');

  for (const label of ['Phone', 'City', 'Zipcode']) {
    const input = await field(2, label);
    await input.evaluate((element) => {
      const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
      window.scrollBy({ top: element.getBoundingClientRect().bottom - bar - 20, behavior: 'instant' });
    });
    const covered = () =>
      input.evaluate((element) => {
        const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
        return element.getBoundingClientRect().bottom - bar;
      });
    expect(await covered()).toBeGreaterThan(15);
    await input.tap({ position: { x: 20, y: 4 } });
    await expect.poll(covered).toBeLessThan(0);
  }
  await expectNoAxeViolations(page);

  await page.setViewportSize({ width: 375, height: 560 });
  await bench.open(page, 'method', school);
  await page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  });
  const bar = await page.locator('.step-bar').evaluate((element) => element.getBoundingClientRect().top);
  const bottoms = await page
    .locator('main :is(input[type=radio], textarea)')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().bottom));
  expect(bottoms.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...bottoms)).toBeLessThan(bar);
  await expectNoAxeViolations(page);
});

it('a student is moved and removed even before the draft can be changed, with Undo in view, the focus kept, and the others keeping their IDs', async () => {
  const {
    school: own,
    kim,
    designation,
    storedNames,
    storedStudents,
  } = await savingScene(bench, {
    classSize: 120,
    students: 12,
  });
  page = await editorPage(bench, kim, { viewport: { width: 1366, height: 768 } });
  const services = await holdScript(page, 'draft-services');
  await bench.open(page, 'students', own);
  const before = await storedNames();
  const [ten, eleven, twelve] = before.slice(9);
  const down = page.getByRole('button', { name: 'Move down' });
  const up = page.getByRole('button', { name: 'Move up' });
  await openStudent(page, 11);
  await down.click();
  expect(await page.getByText(/^Moved /).count()).toBe(0);
  services.release();
  await page.getByText(new RegExp(`^Moved ${eleven} .+ to position 12\\.$`)).waitFor();
  expect(await studentForm(page, 12).getByLabel('First name').inputValue()).toBe(eleven);
  expect(services.requests()).toBe(1);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => up.evaluate(inWindow)).toBe(true);
  expect(await undo.evaluate(inWindow)).toBe(true);
  expect(await down.count()).toBe(0);
  for (const [button, outcome] of [
    ['Undo', /^Undone/],
    ['Redo', /^Redone/],
    ['Undo', /^Undone/],
    ['Redo', /^Redone/],
  ] as const) {
    await press(page, button);
    await expect.poll(() => focusedText(page)).toMatch(outcome);
  }

  await openStudent(page, 1);
  expect(await up.count()).toBe(0);
  await openStudent(page, 10);
  await down.click();
  await expect.poll(async () => (await field(11, 'First name')).inputValue()).toBe(ten);
  await expect.poll(() => down.evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await field(12, 'First name')).inputValue()).toBe(ten);
  await expect.poll(() => up.evaluate(hasFocus)).toBe(true);
  await expect.poll(() => undo.evaluate(inWindow)).toBe(true);
  expect(await up.evaluate(inWindow)).toBe(true);
  await passTypingPause(page);
  await expect.poll(storedNames).toEqual([...before.slice(0, 9), twelve, eleven, ten]);

  await page.unrouteAll();
  const servicesAgain = await holdScript(page, 'draft-services');
  await bench.open(page, 'students', own);
  const [first, second, third] = designation.students;
  await (await field(2, 'Last name')).fill('Kim');
  await press(page, 'Remove this student');
  expect(await page.getByText(/^Removed /).count()).toBe(0);
  servicesAgain.release();
  await page.getByText(`Removed ${second?.first} Kim. Students below moved up one place.`).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await focusedText(page)).toMatch(/^Removed .+ Kim/);
  const names = page.locator('.student-line-name');
  const nameOf = (student: typeof first, last = student?.last) => `${student?.first} ${last}`;
  expect((await names.allInnerTexts()).slice(0, 2)).toEqual([nameOf(first), nameOf(third)]);
  await expectNoAxeViolations(page);
  await passTypingPause(page);
  const ids = async () => (await storedStudents()).map(({ id }) => id);
  await expect.poll(async () => (await ids()).slice(0, 2)).toEqual([first?.id, third?.id]);

  await press(page, 'Undo');
  await page.getByText('Undone').waitFor();
  expect((await names.allInnerTexts()).slice(0, 3)).toEqual([
    nameOf(first),
    nameOf(second, 'Kim'),
    nameOf(third),
  ]);
  expect(await (await field(2, 'Last name')).inputValue()).toBe('Kim');
  await passTypingPause(page);
  await expect
    .poll(async () => (await ids()).slice(0, 3))
    .toEqual([first?.id, expect.any(String), third?.id]);
  await (await field(12, 'First name')).focus();
  await press(page, 'Remove this student');
  await page.getByText(`Removed ${nameOf(designation.students[9])}.`, { exact: true }).waitFor();
});

it('a student with invalid values is opened by Next incomplete with the fields marked, in a bar with one row of buttons and little height', async () => {
  const students = [studentInput({ dateOfBirth: '2001-02-03' }), studentInput({ dateOfBirth: '2001-02-04' })];
  ({ page } = await openStudentsStep(bench, { positions: 2, students }));
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

function inWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? window.innerHeight;
  return top >= 0 && bottom <= bar;
}
