import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const THANKS =
  "Thanks. If Aurora HS is in Scholars, its staff and the Scholars office can see your request. You'll get an email if they add you.";

async function expectAccessible(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectFits(page);
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

it('a person without a school requests access on a phone, and a counselor lets them in', async () => {
  const aurora = await makeSchool(bench.orm, { name: 'Aurora High School' });
  const { user: counselor } = await makeCounselor(bench.orm, [aurora.id]);
  const stranger = await makeUser(bench.orm, {
    ...{ firstName: 'Sam', lastName: 'Stranger', email: 'stranger@x.example.org' },
  });
  const page = await bench.pageOf(stranger, PHONE);
  await page.goto('/');
  await waitForHydration(page);
  await page.getByText("You're signed in as stranger@x.example.org").waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Request access' }).click();
  await page.getByRole('heading', { name: 'Request access' }).waitFor();
  await button(page, 'Send request').click();
  await page.getByText("School's full name is required.").first().waitFor();
  expect(bench.browser.takeComplaints()).toEqual([]);
  await expectAccessible(page);
  await page.getByLabel("School's full name").fill('Aurora HS');
  await page.getByLabel('Position').selectOption('Counselor');
  await button(page, 'Send request').click();
  await page.getByText(THANKS).waitFor();
  await page.getByText(/Waiting since .* AK[SD]T/).waitFor();
  expect(await page.getByLabel("School's full name").inputValue()).toBe('');
  await expectFits(page);

  const staffPage = await bench.pageOf(counselor, { ...PHONE, colorScheme: 'dark' });
  await staffPage.goto('/');
  await waitForHydration(staffPage);
  const asked = staffPage.getByText('1 person has requested access to Aurora High School');
  await asked.getByRole('link', { name: 'Aurora High School' }).click();
  await staffPage.waitForURL('**/manage/*');
  const requests = staffPage.getByRole('table', { name: 'Access requests' });
  await requests.getByText('Sam Stranger', { exact: true }).waitFor();
  await expectFits(staffPage);
  await staffPage.setViewportSize({ width: 768, height: 1024 });
  expect(
    await requests.evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
  await staffPage.setViewportSize(PHONE.viewport);
  await button(staffPage, 'Accept the request from Sam Stranger').click();
  const dialog = staffPage.locator('dialog[open]');
  await dialog.getByText('Check this address letter by letter: stranger@x.example.org').waitFor();
  const color = (name: string) =>
    dialog.evaluate((node, property) => {
      const strong = node.querySelector('strong');
      return strong === null ? '' : getComputedStyle(property === 'text' ? node : strong).color;
    }, name);
  expect(await color('address')).not.toBe(await color('text'));
  await expectAccessible(staffPage);
  await button(staffPage, 'Add to staff').click();
  await staffPage.getByText('Sam Stranger joined the staff of Aurora High School.').waitFor();
  expect(await requests.count()).toBe(0);
  await page.goto('/');
  await page.getByText('Aurora High School').first().waitFor();
});

it('an administrator finds the school of a mistyped name, and the person can sign in with another address', async () => {
  await makeSchool(bench.orm, { name: 'Cedar High' });
  const admin = await makeAdmin(bench.orm);
  const stranger = await makeUser(bench.orm, { firstName: 'Lee', lastName: 'Lost' });
  const page = await bench.pageOf(stranger, PHONE);
  await page.goto('/access');
  await waitForHydration(page);
  await page.getByLabel("School's full name").fill('Ceder High');
  await button(page, 'Send request').click();
  await page.getByText('Thanks. If Ceder High').waitFor();
  const staffPage = await bench.pageOf(admin, PHONE);
  await staffPage.goto('/');
  await staffPage
    .getByText(
      /\d+ (person has|people have) requested access to (a school that wasn't|schools that weren't) found/,
    )
    .waitFor();
  await staffPage.goto('/invites');
  await waitForHydration(staffPage);
  await expectFits(staffPage);
  await staffPage.getByText(/^\d+ pending invites? · \d+ access requests?$/).waitFor();
  const school = staffPage.getByLabel('High school for Lee Lost');
  for (const width of [1366, 768]) {
    await staffPage.setViewportSize({ width, height: 768 });
    expect((await school.boundingBox())?.width).toBeGreaterThanOrEqual(144);
    await expectFits(staffPage);
  }
  await staffPage.setViewportSize(PHONE.viewport);
  await school.fill('Cedar');
  await button(staffPage, 'Accept the request from Lee Lost').click();
  await button(staffPage, 'Add to staff').click();
  await staffPage.getByText('No active high school is named “Cedar”.').waitFor();
  expect(await school.inputValue()).toBe('Cedar');
  expect(await school.getAttribute('aria-invalid')).toBe('true');
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  await expectAccessible(staffPage);
  await school.fill('Cedar High');
  await button(staffPage, 'Accept the request from Lee Lost').click();
  await button(staffPage, 'Add to staff').click();
  await staffPage.getByText('Lee Lost joined the staff of Cedar High.').waitFor();
  const other = await bench.pageOf(await makeUser(bench.orm), PHONE);
  await other.goto('/');
  await other.getByRole('link', { name: 'Sign in with a different email' }).click();
  await other.waitForURL('**/login');
  await other.goto('/');
  await other.waitForURL('**/login**');
});
