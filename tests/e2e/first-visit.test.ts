import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeStaff } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

declare global {
  interface Window {
    /** Set by the test that watches the content security policy. */
    reportViolation(directive: string): void;
  }
}

const bench = useDesignateApp();
const FIRST_VISIT = "You'll need your junior class size";
const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

async function setDates(dueAt: Date | null, correctionsDueAt: Date | null = null): Promise<void> {
  await bench.orm.em
    .fork()
    .nativeUpdate(AcademicYearEntity, { id: bench.year.id }, { dueAt, correctionsDueAt });
}

async function expectFits(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
}

it('the login page brings its styles, runs nothing that its policy forbids, and, like the code screen, has the cursor in its field', async () => {
  const page = await bench.browser.newPage({ baseURL: bench.app.url, viewport: VIEWPORTS.phone });
  const stylesheets: string[] = [];
  const violations: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') stylesheets.push(request.url());
  });
  await page.exposeFunction('reportViolation', (directive: string) => violations.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      window.reportViolation(violatedDirective);
    });
  });
  const checks = page.waitForResponse(/\/login-validation-/);
  await page.goto('/login');
  await waitForHydration(page);
  const button = page.getByRole('button', { name: 'Send me a code' });
  const color = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color()).toBe('rgb(24, 81, 69)');
  await page.keyboard.type('new');
  const email = page.getByLabel('Email');
  expect(await email.inputValue()).toBe('new');
  await checks;
  await page.keyboard.press('Enter');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect([stylesheets, violations]).toEqual([[], []]);

  await page.keyboard.type('@x.example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByText('It expires in 10 minutes.').waitFor();
  await page.keyboard.type('12');
  expect(await page.getByLabel('Code').inputValue()).toBe('12');
  await expectNoAxeViolations(page);
  expect(violations).toEqual([]);
});

describe('on a phone, a school', () => {
  afterEach(() => setDates(null));

  it("reads on the dashboard what it'll need until its first designation, gets the due date, and opens what fits: every kind of designation, and the folded filters of a short list", async () => {
    await setDates(daysFromNow(30), daysFromNow(40));
    const { school, counselor } = await bench.newSchool();
    const page = await bench.pageOf(counselor, { viewport: VIEWPORTS.phone });
    await page.goto('/');
    await waitForHydration(page);
    expect(await page.getByText(FIRST_VISIT).innerText()).toBe(
      "You'll need your junior class size and each designated student's name, birth date, phone, email, and address. With a spreadsheet, it takes about ten minutes, and your work is saved as you go.",
    );
    const start = page.getByRole('link', { name: school.name }).getByText('Start designation');
    expect(await start.getAttribute('class')).toContain('btn-primary');
    await expectNoAxeViolations(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toBe('due-dates.ics');
    const target = { highSchoolId: school.id, academicYearId: bench.year.id, submittedById: counselor.id };
    await makeDesignation(bench.orm, { ...target, status: 'PENDING' });
    await page.reload();
    await page.getByText('Submitted. You can still edit it.').waitFor();
    expect(await page.getByText(FIRST_VISIT).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0);

    for (const status of ['STARTED', 'RETURNED', 'APPROVED'] as const) {
      const { id: highSchoolId } = await addSchool(counselor);
      const returned = { reasons: ['ADDRESS' as const], note: 'Two zipcodes are wrong.\nPlease look again.' };
      await makeDesignation(bench.orm, {
        ...{ ...target, highSchoolId, status },
        ...(status === 'RETURNED' ? returned : {}),
      });
    }
    const unstarted = await addSchool(counselor);
    await page.reload();
    await page.getByText('Please look again.').waitFor();
    await expectFits(page);
    await page.getByRole('region', { name: 'Unstarted Designations', exact: true }).getByRole('link').click();
    await expectStep(page, 'Agreement');
    expect(new URL(page.url()).searchParams.get('school')).toBe(unstarted.id);

    await page.goto('/manage');
    await waitForHydration(page);
    expect(await page.getByText('Sort', { exact: true }).isVisible()).toBe(false);
    await page.getByText('Filter and sort', { exact: true }).click();
    await page.getByText('Filter', { exact: true }).click();
    expect(await page.getByRole('button', { name: 'Apply filters' }).isVisible()).toBe(true);
    await expectFits(page);
  });
});

async function addSchool(counselor: { id: string }) {
  const school = await makeSchool(bench.orm);
  await makeStaff(bench.orm, { highSchoolId: school.id, userId: counselor.id });
  return school;
}
