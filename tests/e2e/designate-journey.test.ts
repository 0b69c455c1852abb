import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, studentInput, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  storedDrafts,
  openStudent,
  studentSlots,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';

const bench = useDesignateApp();

const PHONE = { viewport: { width: 375, height: 740 } };

it("a designation is submitted from the dashboard on a phone, the method is compared with last year's while it is typed, and every step is accessible and fits wide windows, too", async () => {
  const { school, counselor } = await bench.newSchool();
  const earlier = await makeYear(bench.orm, { year: 2024, status: 'INACTIVE' });
  await makeDesignation(bench.orm, {
    ...{ highSchoolId: school.id, academicYearId: earlier.id, submittedById: counselor.id },
    ...{ status: 'APPROVED', criteria: 'CUMULATIVE_GPA', classSize: 20 },
  });
  const page = await bench.pageOf(counselor, PHONE);
  const students = studentInputs(2);
  await page.goto('/');
  await waitForHydration(page);
  await page
    .getByRole('link', { name: new RegExp(school.name) })
    .first()
    .click();

  await expectStep(page, 'Agreement');
  await expectGoodPage(page);
  expect(
    await page
      .getByRole('link', { name: /program handbook/ })
      .last()
      .getAttribute('href'),
  ).toMatch(/^https:/);
  await agree(page);

  await expectStep(page, 'Method');
  await expectGoodPage(page);
  await page.getByLabel('Class size').fill('87');
  expect(await page.getByText("With a class of 87, you'll designate 9 students.").isVisible()).toBe(true);
  expect(await page.title()).toBe(`Method · ${school.name} · Scholars`);
  await expectComparedMethod(page);
  await chooseMethod(page, 24);

  await expectStep(page, 'Students');
  await expectGoodPage(page);
  expect(await studentSlots(page).count()).toBe(2);
  expect(await (await openStudent(page, 1)).getByLabel('State').inputValue()).toBe('AK');
  for (const [index, student] of students.entries()) await enterStudent(page, index + 1, student);
  await page.getByRole('button', { name: 'Review', exact: true }).click();

  await expectStep(page, 'Review');
  await expectGoodPage(page);
  for (const { last, email } of students) {
    expect(await page.getByText(last).first().isVisible()).toBe(true);
    expect(await page.getByText(email).first().isVisible()).toBe(true);
  }
  await submit(page);

  await expectStep(page, 'Submitted');
  await expectGoodPage(page);
  const shown = await page.getByRole('main').innerText();
  expect(shown).toContain(`The 2026 designation for ${school.name} has been submitted.`);
  expect(await page.getByRole('link', { name: /survey/ }).count()).toBe(1);
  expect(await storedDrafts(page)).toEqual({});
  await expectStored(
    counselor,
    school.id,
    'PENDING',
    students.map(({ email }) => email),
  );

  await page.reload();
  await expectStep(page, 'Submitted');
  await page.goto('/');
  expect(await page.getByRole('region', { name: 'Pending Designations' }).innerText()).toContain(school.name);
});

it('an administrator who is also staff of a school designates for it by keyboard, from the dashboard to the submission', async () => {
  const school = await makeSchool(bench.orm);
  const { user } = await makeCounselor(bench.orm, [school.id], { flags: ['ADMIN'] });
  const page = await bench.pageOf(user);
  const student = studentInput();
  await page.goto('/');
  await waitForHydration(page);
  await tabTo(
    page,
    page.locator('main a[href^="/designate/agreement"]').filter({ hasText: school.name }).first(),
  );
  await page.keyboard.press('Enter');
  await expectStep(page, 'Agreement');
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Method');
  await expectFocusOnHeading(page);
  await tabTo(page, page.getByLabel('Class size'));
  await page.keyboard.type('9');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Students');
  await expectFocusOnHeading(page);
  await tabTo(page, page.getByLabel('First name'));
  // The state, between city and ZIP code, is already selected, and the twin box stays unchecked.
  const texts = [
    ['First name', student.first],
    ['Last name', student.last],
    ['Date of birth', student.dateOfBirth.replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1')],
    ['Phone', '9075550123'],
    ['Email', student.email],
    ['Address 1', student.address.address1],
    ['City', student.address.city],
    ['Zipcode', student.address.zip5],
  ] as const;
  for (const [label, text] of texts) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  const line = page.getByRole('button', { name: `Student 1 ${student.first} ${student.last}` });
  expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await line.innerText()).toContain('Complete');
  await tabTo(page, page.getByRole('button', { name: 'Review', exact: true }).last());
  await page.keyboard.press('Enter');

  await expectStep(page, 'Review');
  await expectFocusOnHeading(page);
  expect(await page.getByRole('main').innerText()).toContain('(907) 555-0123');
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Submitted');
  await expectFocusOnHeading(page);
  await expectStored(user, school.id, 'PENDING', [student.email]);
  const row = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { highSchool: school.id });
  expect(row.acceptedTermsAt).not.toBeNull();
});

/** What depends on last year's method changes while this year's is typed. Ends with last year's criteria. */
async function expectComparedMethod(page: Page): Promise<void> {
  const question = page.getByText('In 2024, your class size was 20. Is 87 right?');
  await question.waitFor();
  await page.getByLabel('Class size').fill('25');
  await question.waitFor({ state: 'detached' });
  const hint = page.getByText("Explain why you're using different criteria this year.");
  const rule = page.getByText(
    "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
  );
  expect(await page.getByRole('radio', { name: 'Cumulative GPA', exact: true }).isChecked()).toBe(true);
  expect(await hint.count()).toBe(0);
  await page.getByRole('radio', { name: 'Cumulative weighted GPA' }).check();
  await hint.waitFor();
  await page.getByLabel('Comment').focus();
  await page.getByLabel('Comment').blur();
  expect(await rule.count()).toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /Explain your criteria/ })
    .click();
  await page.keyboard.type('Weighted since this year.');
  expect(await page.getByLabel('Comment').inputValue()).toBe('Weighted since this year.');
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  for (const viewport of [{ width: 1280, height: 900 }, PHONE.viewport]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
  }
}

async function expectFocusOnHeading(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
}

async function expectStored(
  user: Parameters<typeof actorOf>[0],
  schoolId: string,
  status: string,
  emails: readonly string[],
): Promise<void> {
  const ctx = makeCtx({ orm: bench.orm, actor: actorOf(user, [schoolId]) });
  const target = { highSchool: schoolId, academicYear: bench.year.id };
  const { id } = await bench.orm.em.fork().findOneOrFail(DesignationEntity, target);
  const stored = await loadDesignation(ctx, id);
  expect(stored.status).toBe(status);
  expect(stored.students.map(({ email }) => email)).toEqual(emails);
}
