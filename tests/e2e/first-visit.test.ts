import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

declare global {
  interface Window {
    /** Set by the test that watches the content security policy. */
    reportViolation(directive: string): void;
  }
}

const bench = useDesignateApp();
const FIRST_VISIT = "You'll need your junior class size";
const fold = (page: Page) => page.getByText('Filter and sort', { exact: true });

async function setDueDate(dueAt: Date | null, correctionsDueAt: Date | null = null): Promise<void> {
  const dates = { dueAt, correctionsDueAt };
  await bench.orm.em.fork().nativeUpdate(AcademicYearEntity, { id: bench.year.id }, dates);
}

it('the login page and the code screen have the cursor in their field', async () => {
  const page = await bench.browser.newPage({ baseURL: bench.app.url, viewport: VIEWPORTS.phone });
  await page.goto('/login');
  await waitForHydration(page);
  await page.keyboard.type('new@x.example.org');
  expect(await page.getByLabel('Email').inputValue()).toBe('new@x.example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByText('It expires in 10 minutes.').waitFor();
  await page.keyboard.type('12');
  expect(await page.getByLabel('Code').inputValue()).toBe('12');
  await expectNoAxeViolations(page);
});

it('the login page brings its styles, and runs nothing that its policy forbids', async () => {
  const page = await bench.browser.newPage({ baseURL: bench.app.url });
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
  await page.getByLabel('Email').pressSequentially('somebody');
  await checks;
  await page.getByLabel('Email').press('Enter');
  await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  expect([stylesheets, violations]).toEqual([[], []]);
});

describe('the dashboard', () => {
  afterEach(() => setDueDate(null));

  it("says what you'll need until the first designation is started, and offers the due date", async () => {
    await setDueDate(new Date(Date.now() + 30 * 86_400_000));
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
  });

  it('shows only its own due date to a school with a returned designation, and offers it for the calendar', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const { school, counselor } = await bench.newSchool();
    const target = { highSchoolId: school.id, academicYearId: bench.year.id, submittedById: counselor.id };
    await makeDesignation(bench.orm, { ...target, status: 'RETURNED', reasons: ['ADDRESS'] });
    const page = await bench.pageOf(counselor);
    for (const ofYear of [inDays(20), null]) {
      await setDueDate(ofYear, inDays(5));
      await page.goto('/');
      expect(await page.getByText(/^Due /).allInnerTexts()).toEqual([
        expect.stringMatching(/^Due \w+day, .* · [56] days left · Add to calendar$/),
      ]);
      const banner = page.locator('.alert', { hasText: 'was returned for correction' });
      expect(await banner.getByRole('link', { name: 'Add to calendar' }).count()).toBe(1);
      expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(1);
    }
  });
});

it("folds filters and sorting in staff's short lists, unless a filter is active", async () => {
  const { orm } = bench;
  const schools = [
    await makeSchool(orm, { name: 'Aurora High' }),
    await makeSchool(orm, { name: 'Birch High' }),
  ];
  const ids = schools.map(({ id }) => id);
  const { user } = await makeCounselor(orm, ids);
  const [highSchoolId = ''] = ids;
  for (let year = 1950; year < 1955; year += 1) {
    const { id } = await makeYear(orm, { year, status: 'INACTIVE' });
    const target = { highSchoolId, academicYearId: id, submittedById: user.id };
    await makeDesignation(orm, { ...target, status: 'APPROVED' });
  }
  const page = await bench.pageOf(user, { viewport: VIEWPORTS.phone });
  for (const path of ['/manage', '/designations']) {
    await page.goto(path);
    await waitForHydration(page);
    expect(await page.getByText('Sort', { exact: true }).isVisible()).toBe(false);
    await fold(page).click();
    await page.getByText('Filter', { exact: true }).click();
    await expectNoAxeViolations(page);
    expect(await page.getByRole('button', { name: 'Apply filters' }).isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await page.goto('/manage?name=birch');
  await waitForHydration(page);
  expect(await page.getByText('Filter', { exact: true }).isVisible()).toBe(true);
  for (let year = 1955; year < 1960; year += 1) {
    const { id } = await makeYear(orm, { year, status: 'INACTIVE' });
    const target = { highSchoolId, academicYearId: id, submittedById: user.id };
    await makeDesignation(orm, { ...target, status: 'APPROVED' });
  }
  await page.goto('/designations');
  expect(await page.getByText('Sort', { exact: true }).isVisible()).toBe(true);
});
