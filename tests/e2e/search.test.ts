import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let designation: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Marian', lastName: 'Whitfield' });
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  const { user: counselor } = await makeCounselor(orm, [school.id]);
  designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id, status: 'PENDING' },
    students: [
      { first: 'Zoë', middle: '', last: 'Núñez', preferred: 'Zo' },
      { first: 'Ann', middle: '', last: 'Auroral', preferred: '' },
    ],
  });
});

async function openedPage(options = {}): Promise<Page> {
  const page = await bench.pageOf(admin, options);
  await page.goto('/about');
  await waitForHydration(page);
  return page;
}
const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a school' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option').allTextContents();
const disclosures = () => storedRows(bench.orm, DisclosureEntity, ['channel', 'purpose', 'rowCount']);
const YEAR = () => bench.year.year;

/** Waits until the dialog is removed: it's hidden a moment before, while it can't be opened again. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.search-dialog').waitFor({ state: 'detached' });
}

it('the button opens the search, Escape closes it, returns the focus, and clears the text; Ctrl-K searches everything, and the keys choose and open a result', async () => {
  const page = await openedPage();
  const button = page.getByRole('link', { name: 'Search', exact: true });
  await button.click();
  await field(page).fill('zzyzx');
  await page.getByRole('status').getByText('No results.').waitFor();
  await field(page).fill('');
  await page.getByRole('status').getByText('Type the start of one or more names').waitFor();
  await field(page).fill('none');
  await close(page);
  expect(await button.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/about');
  await button.press('Enter');
  expect(await field(page).inputValue()).toBe('');
  await close(page);

  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('aurora', { delay: 20 });
  await expect
    .poll(() => options(page))
    .toEqual([
      expect.stringContaining('Aurora High School'),
      `Ann Auroral Aurora High School, ${YEAR()}`,
      `Aurora High School ${YEAR()} Pending`,
    ]);
  expect(addresses.filter((url) => url.endsWith('/api/search'))).toHaveLength(1);
  expect(addresses.filter((url) => /aurora/i.test(url))).toEqual([]);
  await page.getByRole('status').getByText('3 results').waitFor();
  expect(await disclosures()).toEqual([{ channel: 'BROWSER', purpose: 'students.search', rowCount: 1 }]);
  const selected = () => page.locator('[role=option][aria-selected=true]').textContent();
  await page.keyboard.press('ArrowUp');
  expect(await selected()).toBe(`Aurora High School ${YEAR()} Pending`);
  await page.keyboard.press('ArrowUp');
  expect(await selected()).toBe(`Ann Auroral Aurora High School, ${YEAR()}`);
  const active = await page.locator('[role=option][aria-selected=true]').getAttribute('id');
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(active);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/designations/${designation.id}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
  );
  expect(stored).not.toMatch(/aurora/i);
});

it("the search is accessible, fits on a phone in dark mode, says when a text is too long, when it is refused, and when the server can't be reached, and keeps no text in the browser when the session has ended", async () => {
  const page = await openedPage({ viewport: VIEWPORTS.phone, colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field(page).fill('zoe');
  await page.getByRole('option', { name: /Zoë Núñez \(Zo\)/ }).waitFor();
  await field(page).fill('aur');
  const result = page.getByRole('listbox').getByRole('option').last();
  await result.waitFor();
  await expectNoAxeViolations(page);
  // Axe can't tell the colors of a dialog that is rendered inside the bar.
  const [text, background] = await result.evaluate((option) => [
    getComputedStyle(option).color,
    getComputedStyle(option.closest('dialog') ?? option).backgroundColor,
  ]);
  expect(text).not.toBe(background);
  expect(text).toBe(await page.evaluate('getComputedStyle(document.body).color'));
  const menu = await page.locator('.shell-menu-button').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (menu !== null) expect(menu.x + menu.width).toBeLessThan(width);

  const long = 'aurora '.repeat(1500);
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/api/search') ? 1 : 0));
  await field(page).fill(long);
  await page
    .getByRole('status')
    .getByText("That's too long to search for. Use at most 100 characters.")
    .waitFor();
  expect([await field(page).inputValue(), requests]).toEqual([long, 0]);
  await expectNoAxeViolations(page);

  await page.route('**/api/search', (route) => route.abort());
  await field(page).fill('aurora');
  await page.getByRole('status').getByText("Can't reach the server.").waitFor();
  expect(bench.browser.takeComplaints().length).toBeGreaterThan(0);
  await page.unroute('**/api/search');
  await page.route('**/api/search', (route) =>
    route.fulfill({ status: 429, json: { statusCode: 429, message: 'Try again in 4 minutes.' } }),
  );
  await field(page).fill('aurora h');
  await page.getByRole('status').getByText('Try again in 4 minutes.').waitFor();
  expect(bench.browser.takeComplaints()).toEqual([expect.stringContaining('429')]);

  await page.goto('/search');
  await waitForHydration(page);
  await page.getByLabel('Search for').fill('aur');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: 'Ann Auroral' }).waitFor();
  await expectNoAxeViolations(page);
  expect(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
  ).toBe(true);

  await page.getByLabel('Search for').fill('nunez');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL('**/login?**');
  expect(page.url()).not.toMatch(/nunez/i);
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toMatch(/nunez/i);
});
