import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { rowsOf, useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
const list = useReviewList(bench);
const PHONE = { width: 375, height: 740 };

/** Opens the list of all years with its filter, and returns the field of the school's name. */
async function openFilter(page: Page): Promise<Locator> {
  await page.goto('/designations?academicYearId=all');
  await waitForHydration(page);
  await page.getByText('Filter', { exact: true }).click();
  return page.getByRole('combobox', { name: 'High school' });
}

describe("the list's filter", () => {
  it('filters by a form whose state is in the URL', async () => {
    const page = await bench.pageOf(list.admin);
    await openFilter(page);
    await page.getByLabel('Year').selectOption('2026');
    await page.getByLabel('Pending', { exact: true }).check();
    await page.getByLabel('Approved', { exact: true }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
    expect(await page.getByText('2 designations', { exact: true }).isVisible()).toBe(true);
    await page.reload();
    expect(await rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
    expect(await page.getByLabel('Pending', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByText('2 applied').isVisible()).toBe(true);
    const chips = page.getByRole('list', { name: 'Applied filters' });
    expect(await chips.getByRole('link').allInnerTexts()).toEqual([
      'Academic year: 2026',
      'Status: Pending',
      'Status: Approved',
    ]);
    await chips.getByRole('link', { name: 'Remove filter Status: Approved' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026']);
    await page.goBack();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
    if (!(await page.getByLabel('Other', { exact: true }).isVisible()))
      await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Other', { exact: true }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
    expect(await page.getByLabel('Other', { exact: true }).isChecked()).toBe(false);
  });

  it('explains invalid parts of the URL, keeps the valid ones in its form, and lists nothing', async () => {
    const page = await bench.pageOf(list.admin);
    const response = await page.goto('/designations?status=LOST&status=PENDING&afterDate=2026-11-03');
    expect(response?.status()).toBe(400);
    expect(await page.getByRole('alert').textContent()).toBe(
      'Unable to filter designations: Status: Choose one of the options.',
    );
    expect(await rowsOf(page)).toEqual([]);
    expect(await page.getByRole('link', { name: /Download CSV/ }).count()).toBe(0);
    expect(await page.getByLabel('Pending', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Updated from').inputValue()).toBe('2026-11-03');
    await expectNoAxeViolations(page);
    await page.getByLabel('Updated to').fill('2026-11-01');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    const reversed = page.getByText("“Updated from” can't be later than “Updated to”.");
    await reversed.waitFor();
    expect(await reversed.textContent()).toBe(
      "Unable to filter designations: “Updated from” can't be later than “Updated to”.",
    );
    expect(await page.getByLabel('Updated to').inputValue()).toBe('2026-11-01');
    await page.getByLabel('Updated to').fill('2026-11-05');
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('0 designations');
    expect(bench.browser.takeComplaints().join()).toContain('400 (Bad Request)');
  });

  it('works without scripts: its form, its chips, the tabs, the search for a school, and on a phone', async () => {
    const page = await bench.pageOf(list.admin, { javaScriptEnabled: false });
    const chips = page.getByRole('list', { name: 'Applied filters' }).getByRole('link');
    await page.goto('/designations');
    const tabs = page.getByRole('navigation', { name: 'Status' });
    await tabs.getByRole('link', { name: 'Pending 1' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026']);
    expect(new URL(page.url()).search).toBe(`?academicYearId=${bench.year.id}&status=PENDING`);
    await tabs.getByRole('link', { name: 'All 3' }).click();
    const find = page.getByRole('searchbox', { name: 'School name' });
    await find.fill('ced');
    await find.press('Enter');
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect((await chips.allInnerTexts()).toSorted()).toEqual(['Academic year: 2026', 'High school: ced']);

    await page.goto('/designations?academicYearId=all');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Year').selectOption('2026');
    await page.getByLabel('Pending', { exact: true }).check();
    await page.getByLabel('Approved', { exact: true }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
    expect(await page.getByLabel('Pending', { exact: true }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Remove filter Status: Approved' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026']);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);

    const findSchool = async (name: string) => {
      await page.getByText('Filter', { exact: true }).click();
      await page.getByRole('combobox', { name: 'High school' }).fill(name);
      await page.getByRole('button', { name: 'Apply filters' }).click();
    };
    await page.goto('/designations?sort=year');
    await findSchool('R HIGH');
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await page.getByRole('link', { name: 'Remove filter High school: R HIGH' }).isVisible()).toBe(
      true,
    );
    expect(await page.getByRole('link', { name: 'Download this one as CSV' }).getAttribute('href')).toBe(
      '/api/designations/download?highSchoolName=R+HIGH',
    );
    await findSchool('birch');
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
    await findSchool('nowhere');
    await page.getByText('No designations match').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await findSchool('');
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);

    const { id } = await bench.orm.em.fork().findOneOrFail(HighSchoolEntity, { name: 'Cedar High' });
    await page.goto(`/designations?highSchoolId=${id}&highSchoolName=cedar+high`);
    expect(new URL(page.url()).search).toBe(`?highSchoolId=${id}`);
    await page.goto(`/designations?highSchoolId=${id}&highSchoolName=birch`);
    expect(new URL(page.url()).search).toBe('?highSchoolName=birch');

    await page.setViewportSize(PHONE);
    const chipsOf = async (path: string) => {
      await page.goto(path);
      for (const chip of await chips.all()) {
        const box = await chip.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width);
      }
      return chips.allInnerTexts();
    };
    const dates = 'afterDate=2026-03-03&downloadBeforeDate=2026-12-31';
    expect(
      await chipsOf(
        `/designations?highSchoolName=river&criteria=CUMULATIVE_WEIGHTED_GPA&${dates}&noDownloadDate=true`,
      ),
    ).toEqual([
      'High school: river',
      'Criteria: Cumulative weighted GPA',
      'Updated from: Mar 3, 2026',
      'Downloaded to: Dec 31, 2026',
      'Never downloaded',
    ]);
    expect(await chipsOf(`/highschools?name=${'longname'.repeat(10)}&phone=907&status=ACTIVE`)).toEqual([
      `Name: ${'longname'.repeat(10)}`,
      'Phone: 907',
      'Status: Active',
    ]);
    expect(await chipsOf('/users?phone=907&flags=ADMIN&withDeleted=true')).toEqual([
      'Phone number: 907',
      'Flags: Administrator',
      'Show deleted users',
    ]);
    expect(await chipsOf('/emails/deliveries?email=ann@example.org')).toEqual(['Recipient: ann@example.org']);
  });
});

describe('with scripts the list', () => {
  it('updates one second after the last key; keeps the focus, and Back and Forward work', async () => {
    const page = await bench.pageOf(list.admin);
    await page.clock.install();
    const school = await openFilter(page);
    const total = page.getByRole('status').first();
    await page.clock.pauseAt(Date.now() + 60_000);
    await school.pressSequentially('ceda');
    await page.clock.runFor(999);
    expect(new URL(page.url()).search).toBe('?academicYearId=all');
    await school.press('r');
    await page.clock.runFor(999);
    expect(new URL(page.url()).search).toBe('?academicYearId=all');
    await page.clock.runFor(1);
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    await page.clock.resume();
    expect(await total.textContent()).toBe('1 designation');
    expect(new URL(page.url()).search).toBe('?highSchoolName=cedar');
    expect(await school.inputValue()).toBe('cedar');
    expect(await school.evaluate((field) => field === document.activeElement)).toBe(true);
    const entries = await page.evaluate(() => history.length);
    await school.press('Enter');
    expect(await school.inputValue()).toBe('cedar');
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await page.getByLabel('Started', { exact: true }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => total.textContent()).toBe('0 designations');
    expect(
      await page.getByLabel('Started', { exact: true }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.goBack();
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await page.getByLabel('Started', { exact: true }).isChecked()).toBe(false);
    await page.goBack();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
    expect(await school.inputValue()).toBe('');
    await page.goForward();
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await school.inputValue()).toBe('cedar');
  });

  it("suggests schools while a name is typed, and shows ‘Validation error’ beside the field for schools that don't match the schema", async () => {
    const page = await bench.pageOf(list.admin);
    const school = await openFilter(page);
    await school.fill('birch');
    await expect
      .poll(() =>
        page
          .locator('datalist option')
          .evaluateAll((options) => options.map((one) => one.getAttribute('value'))),
      )
      .toEqual(['birch high']);
    await school.fill('birch high');
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);

    await page.route('**/designations/schools?name=bir', (route) =>
      route.fulfill({ json: { schools: [{ id: 7 }] } }),
    );
    await school.fill('bir');
    await page.getByText('Error: Validation error', { exact: true }).waitFor();
    expect(await school.inputValue()).toBe('bir');
    await expectNoAxeViolations(page);
    await school.fill('birch');
    await page.getByText('Error: Validation error').waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
  });

  it('keeps a name that is typed while the list of the previous one loads, also after the field is left', async () => {
    const page = await bench.pageOf(list.admin);
    await page.clock.install();
    const school = await openFilter(page);
    let release = () => undefined as void;
    const isTyped = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      ({ searchParams }) => searchParams.get('highSchoolName') === 'bir',
      async (route) => {
        await isTyped;
        await route.continue();
      },
    );
    const first = page.waitForRequest((request) => request.url().includes('highSchoolName=bir'));
    await page.clock.pauseAt(Date.now() + 60_000);
    await school.fill('bir');
    await page.clock.runFor(1000);
    await first;
    await school.fill('cedar');
    release();
    await expect.poll(() => new URL(page.url()).search).toBe('?highSchoolName=bir');
    expect(await school.inputValue()).toBe('cedar');
    await school.blur();
    await page.clock.runFor(1000);
    await expect.poll(() => rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(await school.inputValue()).toBe('cedar');
  });

  it('keeps its panels open when Back changes the filters, and is ordered in its own panel, by the names of the specification', async () => {
    const page = await bench.pageOf(list.admin);
    await openFilter(page);
    await page.getByText('Sort', { exact: true }).click();
    const all = await rowsOf(page);
    await page.getByLabel('Pending', { exact: true }).check();
    await page.waitForURL((url) => url.searchParams.get('status') === 'PENDING');
    await expect.poll(() => rowsOf(page)).not.toEqual(all);
    await page.goBack();
    await expect.poll(() => rowsOf(page)).toEqual(all);
    await expect.poll(() => page.getByLabel('Pending', { exact: true }).isChecked()).toBe(false);
    expect(await page.getByLabel('Pending', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByLabel('Sort by').isVisible()).toBe(true);
    const sort = page.getByLabel('Sort by');
    expect(await sort.locator('option').allTextContents()).toEqual([
      'High School name',
      'Year',
      'Criteria',
      'Status',
      'Updated date',
      'Downloaded',
    ]);
    expect(await page.getByRole('radio', { name: 'A to Z, newest first' }).isChecked()).toBe(true);
    await sort.selectOption('Year');
    await page.getByRole('radio', { name: 'Z to A, oldest first' }).check();
    await expect.poll(async () => (await rowsOf(page))[0]).toBe('birch high 2025');
    expect(new URL(page.url()).search).toBe('?sort=year&direction=asc');
    await page.keyboard.press('Escape');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'High School' }).getByRole('link').click();
    await expect.poll(async () => (await rowsOf(page))[0]).toBe('Aspen High 2026');
    expect(await sort.inputValue()).toBe('highSchool');
  });
});
