import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
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

async function setDueDate(dueAt: Date | null): Promise<void> {
  await bench.orm.em.fork().nativeUpdate(AcademicYearEntity, { id: bench.year.id }, { dueAt });
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
});

it("the folded filters and sorting of staff's short lists open by a tap and fit a phone", async () => {
  const { counselor } = await bench.newSchool();
  const page = await bench.pageOf(counselor, { viewport: VIEWPORTS.phone });
  await page.goto('/manage');
  await waitForHydration(page);
  expect(await page.getByText('Sort', { exact: true }).isVisible()).toBe(false);
  await fold(page).click();
  await page.getByText('Filter', { exact: true }).click();
  await expectNoAxeViolations(page);
  expect(await page.getByRole('button', { name: 'Apply filters' }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
