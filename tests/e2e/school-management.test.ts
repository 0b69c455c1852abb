import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeInvite, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const names = (page: Page) =>
  page.getByRole('table', { name: 'High schools' }).getByRole('rowheader').allInnerTexts();

it('staff manage one school, then two', async () => {
  const { orm } = bench;
  const aurora = await makeSchool(orm, { name: 'Aurora High', notes: 'For administrators.' });
  const birch = await makeSchool(orm, { name: 'Birch High', status: 'INACTIVE' });
  const { user } = await makeCounselor(orm, [aurora.id], { lastName: 'Counselor' });
  const colleague = await makeUser(orm, { firstName: 'Kim', lastName: 'Colleague' });
  await makeStaff(orm, { highSchoolId: aurora.id, userId: colleague.id });
  const invited = await makeUser(orm);
  const page = await bench.pageOf(user, { viewport: VIEWPORTS.phone });

  await page.goto('/manage/');
  await waitForHydration(page);
  await expectNoAxeViolations(page);
  expect(await names(page)).toEqual(['Aurora High']);
  await page.getByRole('link', { name: 'Aurora High' }).click();
  await page.getByText('School staff can add and remove staff for their own school.').waitFor();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  const staff = page.getByRole('table', { name: 'Staff' });
  const position = staff.getByLabel('Position of Pat Counselor');
  expect((await position.boundingBox())?.width).toBeGreaterThan(140);
  expect((await staff.getByText(user.email).boundingBox())?.height).toBeLessThan(60);
  await page.setViewportSize(VIEWPORTS.phone);
  for (const label of ['Name', 'Status', 'Notes', 'Banner code', 'Salesforce ID']) {
    expect(await page.getByLabel(label, { exact: true }).count()).toBe(0);
  }
  expect(await page.getByText('CSV').count()).toBe(0);
  await page.getByLabel('Phone').fill('907 555 0123 45');
  await page.getByLabel('Phone').press('Tab');
  expect(await page.getByLabel('Phone').inputValue()).toBe('(907) 555-0123, extension 45');
  await page.getByLabel('City').fill('');
  await button(page, 'Save').click();
  await page.getByText('City is required.').first().waitFor();
  await page.getByLabel('City').fill('Sitka');
  await button(page, 'Save').click();
  await page.getByText('Changes saved!').waitFor();
  await page.getByText('City: Juneau → Sitka').waitFor();
  await page.getByLabel('Zipcode extension').fill('1234');
  await button(page, 'Save').click();
  await page.getByText('Zipcode extension: 1234').waitFor();
  await page.getByLabel('Zipcode', { exact: true }).fill('99999');
  expect(await page.getByLabel('Zipcode extension').inputValue()).toBe('');
  await page.getByLabel('Email', { exact: true }).fill(invited.email);
  await button(page, 'Send invite').click();
  const text = page.getByText(`Successfully invited user to Aurora High: ${invited.email}`);
  await text.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(invited.email);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await button(page, 'Remove Kim Colleague').press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  expect(await button(page, 'Remove Kim Colleague').count()).toBe(1);
  await button(page, 'Remove Kim Colleague').press('Enter');
  await button(page, 'Remove from staff').press('Enter');
  await page.getByText('Successfully removed staff member from school').waitFor();
  await button(page, `Remove the invite for ${invited.email}`).click();
  await page.getByText(`Are you sure you want to remove the invite for ${invited.email}?`).waitFor();
  await button(page, 'Remove invite').click();
  await page.getByText('Invite successfully removed!').waitFor();

  await makeStaff(orm, { highSchoolId: birch.id, userId: user.id });
  await page.goto(`/manage/${birch.id}`);
  await waitForHydration(page);
  await button(page, 'Remove Pat Counselor').click();
  await page.getByText("You'll lose access to this school.").waitFor();
  await button(page, 'Remove from staff').click();
  await page.waitForURL('**/manage');
  await page.getByText('Successfully removed staff member from school').waitFor();
  expect(await names(page)).toEqual(['Aurora High']);
});

it("a school's page saves a position when it changes and resends an invite on a phone", async () => {
  const { orm } = bench;
  const aurora = await makeSchool(orm, { name: 'Aurora High' });
  const { user } = await makeCounselor(orm, [aurora.id], { lastName: 'Counselor' });
  const colleague = await makeUser(orm, { firstName: 'Kim', lastName: 'Colleague' });
  await makeStaff(orm, { highSchoolId: aurora.id, userId: colleague.id, position: 'STAFF' });
  await makeInvite(orm, {
    email: 'late@x.example.org',
    schools: [{ highSchoolId: aurora.id }],
    expiresAt: new Date('2026-01-05T21:00:00.000Z'),
  });
  const page = await bench.pageOf(user);
  await page.goto(`/manage/${aurora.id}`);
  await waitForHydration(page);
  const columns = page.getByRole('table', { name: 'Staff' }).getByRole('columnheader');
  const widths = () =>
    columns.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  const before = await widths();
  await page.getByLabel('Position of Kim Colleague').selectOption('Counselor');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await widths()).toEqual(before);
  const topOf = (label: string) =>
    page
      .locator('#invite')
      .getByLabel(label)
      .evaluate((field) => field.getBoundingClientRect().top);
  expect(await topOf('Email')).toBe(await topOf('Position'));
  await page.setViewportSize(VIEWPORTS.phone);
  const [first] = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(first).toBe('Staff');
  const position = page.getByLabel('Position of Kim Colleague');
  expect(await button(page, 'Save the position of Kim Colleague').count()).toBe(0);
  await position.focus();
  await position.selectOption('Registrar');
  await page.getByText('Saved', { exact: true }).waitFor();
  await expect.poll(() => position.inputValue()).toBe('REGISTRAR');
  expect(await position.evaluate((select) => select === document.activeElement)).toBe(true);
  await page.getByText('Position: Counselor → Registrar').waitFor();
  await expectNoAxeViolations(page);

  await position.press('ArrowDown');
  await position.press('ArrowUp');
  await position.press('ArrowUp');
  await page.getByText('Position: Registrar → Principal').waitFor();
  expect(await page.getByText('Position: Registrar → Counselor').count()).toBe(0);
  await position.press('ArrowDown');
  await position.press('Tab');
  await page.getByText('Position: Principal → Registrar').waitFor();

  const elsewhere = { data: { position: 'PRINCIPAL' } };
  const path = `/api/highschools/${aurora.id}/staff/${colleague.id}`;
  expect((await page.request.patch(path, elsewhere)).status()).toBe(200);
  await position.selectOption('Counselor');
  await page.getByText('This position was changed to Principal in the meantime').waitFor();
  expect(await position.inputValue()).toBe('COUNSELOR');
  expect(bench.browser.takeComplaints()).toHaveLength(1);
  await expectNoAxeViolations(page);
  await button(page, 'Try again to save the position of Kim Colleague').click();
  await page.getByText('Position: Principal → Counselor').waitFor();
  expect(await position.inputValue()).toBe('COUNSELOR');

  await page.getByText('Expired Jan 5, 2026').waitFor();
  await button(page, 'Resend the invite for late@x.example.org').click();
  await page.getByText('The invite was resent to late@x.example.org.').waitFor();
  await page.getByText(/^\w{3} \d+, \d{4}$/).waitFor();
  expect(await page.getByText('Expired Jan 5, 2026').count()).toBe(0);
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
