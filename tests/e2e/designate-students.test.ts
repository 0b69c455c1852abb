import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  holdScript,
  openStudent,
  openStudentsStep,
  passTypingPause,
  studentForm,
  useDesignateApp,
  waitForHydration,
} from '#tests/support/designate-app.server.ts';
import { hasFocus } from '#tests/support/import-session.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

let page: Page;
let school: { id: string };

type NewStudents = Parameters<typeof openStudentsStep>[1]['students'];

async function openStudents(positions: number, students: NewStudents = 0): Promise<void> {
  ({ page, school } = await openStudentsStep(bench, { positions, students }));
}

const field = async (index: number, label: string) =>
  (await openStudent(page, index)).getByLabel(label, { exact: true });

it("a student's form checks every field on blur, formats phones, warns about an unusual age, and continues", async () => {
  await openStudents(1);
  const [zip, email] = [
    await (await field(1, 'Zipcode')).elementHandle(),
    await (await field(1, 'Email')).elementHandle(),
  ];
  await page.evaluate(
    (typed) => {
      for (const [input, text] of typed) {
        if (!(input instanceof HTMLInputElement)) throw new Error('No field.');
        input.focus();
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    [[zip, '998'] as const, [email, 'nobody'] as const],
  );
  await page.getByText('Enter an email address like name@example.org.').waitFor();
  expect(await (await field(1, 'Zipcode')).getAttribute('aria-invalid')).toBe('true');

  const phone = await field(1, 'Phone');
  for (const [typed, left] of [
    ['9075550123', '(907) 555-0123'],
    ['907 555 0123 x45', '(907) 555-0123, extension 45'],
    ['907555', '907555'],
  ] as const) {
    await phone.fill(typed);
    await phone.blur();
    expect(await phone.inputValue()).toBe(left);
  }
  await page
    .getByText('Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...')
    .waitFor();
  await phone.fill('');
  await phone.blur();
  await page.getByText('Phone is required.').waitFor();
  await phone.fill('(907) 555-0123');
  await phone.blur();
  await page.getByText('Phone is required.').waitFor({ state: 'detached' });
  const state = await field(1, 'State');
  expect(await state.inputValue()).toBe('AK');
  expect(await state.locator('option').count()).toBe(63);

  await enterStudent(page, 1, studentInput({ dateOfBirth: '2001-01-01' }));
  await page.getByText('Warning: age is more than 19 years old').waitFor();
  await (await field(1, 'Date of birth')).fill('2014-01-01');
  await page.getByText('Warning: age is less than 16 years old').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expectStep(page, 'Review');
  expect(await page.getByRole('main').innerText()).toContain('Warning: age is less than 16 years old');
});

it("Review requires every field, with links from errors to fields, above the bar of a phone, and keeps every student's ID and hidden fields", async () => {
  const address = { ...studentInput().address, zip4: '1234', firmName: 'Lee & Sons' };
  await openStudents(3, [{ address }]);
  const firstStored = async () => {
    const [first] = await studentsOf(bench.orm, school);
    return { id: first?.id, middle: first?.middle, zip4: first?.address.zip4, firm: first?.address.firmName };
  };
  const before = await firstStored();
  await enterStudent(page, 2, studentInput({ last: '', email: 'nonsense', dateOfBirth: '2999-01-01' }));
  await page.getByText('Date of birth must not be in the future.').waitFor();
  await page.getByText(/2 fields need fixing$/).waitFor();
  const birthDate = await field(2, 'Date of birth');
  expect(await birthDate.getAttribute('aria-invalid')).toBe('true');
  await birthDate.fill('2009-05-17');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.waitFor();
  const last = studentForm(page, 2).getByLabel('Last name');
  expect(await last.evaluate(hasFocus)).toBe(true);
  const shown = (await summary.getByRole('listitem').allInnerTexts()).sort();
  expect(shown).toEqual(
    [
      'Student 2: Last name is required.',
      'Student 2: Enter an email address like name@example.org.',
      'Student 3: First name is required.',
      'Student 3: Last name is required.',
      'Student 3: Date of birth is required.',
      'Student 3: Phone is required.',
      'Student 3: Email is required.',
      'Student 3: Address is required.',
      'Student 3: City is required.',
      'Student 3: Zipcode is required.',
    ].sort(),
  );
  await expectNoAxeViolations(page);
  await summary.getByRole('link', { name: 'Student 3: City is required.' }).click();
  const city = studentForm(page, 3).getByLabel('City');
  expect(await city.evaluate(hasFocus)).toBe(true);
  expect(await city.getAttribute('aria-invalid')).toBe('true');
  await summary.getByRole('link', { name: 'Student 2: Last name is required.' }).click();
  expect(await (await field(2, 'Last name')).evaluate(hasFocus)).toBe(true);

  await page.setViewportSize({ width: 375, height: 740 });
  await enterStudent(page, 2, studentInput());
  await enterStudent(page, 3, studentInput());
  const phone = await field(3, 'Phone');
  await phone.fill('12');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const isCovered = () =>
    phone.evaluate((input) => {
      const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
      const { top, bottom } = input.getBoundingClientRect();
      return document.activeElement !== input || top < 0 || bottom > bar;
    });
  await expect.poll(isCovered).toBe(false);
  expect(bench.browser.takeComplaints()).toEqual([]);

  await phone.fill('9075550123');
  await (await field(1, 'Middle name (optional)')).fill('Quinn');
  await (await field(1, 'City')).fill('Nome');
  await (await field(1, 'City')).fill(address.city);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expectStep(page, 'Review');
  expect(await page.getByRole('main').innerText()).toContain('Quinn');
  expect(await firstStored()).toEqual({ ...before, middle: 'Quinn' });
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expectStep(page, 'Students');
  await (await field(1, 'Zipcode')).fill('99999');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expectStep(page, 'Review');
  expect(await firstStored()).toEqual({ ...before, middle: 'Quinn', zip4: '' });
});

it('Review lists what is missing after Continue opened the step, even if the checks load while its button is pressed, and drops what was fixed', async () => {
  const { school: own, counselor } = await bench.newSchool();
  page = await bench.pageOf(counselor);
  await bench.open(page, 'agreement', own);
  await agree(page);
  await expectStep(page, 'Method');
  await chooseMethod(page, 10);
  await expectStep(page, 'Students');
  const checks = await holdScript(page, 'designate-validation');
  // The draft that is announced is open, so that the form doesn't restart from it while the button is pressed.
  const announced = page.waitForResponse('**/designate/editing/*');
  await page.reload();
  await waitForHydration(page);
  await announced;
  const loaded = page.waitForResponse(/designate-validation-/);
  await (await field(1, 'Email')).fill('nonsense');
  await page.getByRole('button', { name: 'Review', exact: true }).hover();
  await (await field(1, 'Email')).blur();
  await page.mouse.down();
  await expect.poll(checks.requests).toBe(1);
  checks.release();
  await (await loaded).finished();
  await page.evaluate(twoFrames);
  expect(await page.getByText('Enter an email address like name@example.org.').count()).toBe(0);
  await page.mouse.up();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.getByRole('link', { name: 'Student 1: Last name is required.' }).waitFor();
  await (await field(1, 'First name')).fill('Ann');
  await (await field(1, 'First name')).blur();
  await summary.getByText('Student 1: First name is required.').waitFor({ state: 'detached' });
  expect(await summary.innerText()).toContain('Student 1: Last name is required.');

  await enterStudent(page, 1, studentInput());
  await summary.getByText('Student 1: Last name is required.').waitFor({ state: 'detached' });
  for (const missing of ['Last name', 'City']) {
    await (await field(1, 'Last name')).fill('');
    await (await field(1, missing)).fill('');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await summary.getByRole('link', { name: `Student 1: ${missing} is required.` }).waitFor();
    expect(await summary.count()).toBe(1);
  }
});

it('a hundred forms are filled in without a pause while they are saved', async () => {
  await openStudents(100, 100);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const scriptMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
  };
  const keys = 'abcdefghijklmnopqrstuvwxyz';
  const saved = page.getByText(/^Saved at \d{1,2}:\d\d [AP]M AK[SD]T$/).first();
  await (await field(50, 'First name')).click();
  await page.keyboard.type('x');
  await passTypingPause(page);
  await saved.waitFor();

  const before = await scriptMs();
  await page.keyboard.type(keys);
  const typed = await scriptMs();
  expect((typed - before) / keys.length).toBeLessThan(5);
  await passTypingPause(page);
  const storedName = async () =>
    (await studentsOf(bench.orm, school)).find(({ position }) => position === 49)?.first;
  await expect.poll(storedName).toMatch(new RegExp(`${keys}$`));
  await saved.waitFor();
  // Four separate tasks, each of which may block typing for 50 ms: reading the forms, storing the draft, saving it, and
  // handling the response.
  expect((await scriptMs()) - typed).toBeLessThan(4 * 50);
});

/** Lets the page show what has happened so far. Runs in the page. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
