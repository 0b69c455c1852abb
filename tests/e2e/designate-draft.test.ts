import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeStaff } from '#tests/factories/user-factory.server.ts';
import {
  enterStudent,
  expectStep,
  openStudent,
  storedDrafts,
  untilStored,
  useDesignateApp,
  waitForHydration,
} from '#tests/support/designate-app.server.ts';
import { firstName, savingScene } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

it('what was typed is still there after Reload, Back, and Forward, from an address without a school, and in a new tab, until another school is chosen', async () => {
  const { school, kim } = await savingScene(bench);
  const other = await makeSchool(bench.orm);
  await makeStaff(bench.orm, { highSchoolId: other.id, userId: kim.id });
  const page = await bench.pageOf(kim);
  await bench.open(page, 'method', school);
  await page.getByLabel('Comment').fill('Unchanged typed.');
  await untilStored(page, 'Unchanged typed.');
  await page.reload();
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('Unchanged typed.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectStep(page, 'Students');
  // The reload interrupted a save. The next save found it stored and continued.
  bench.browser.takeComplaints();
  await enterStudent(page, 1, studentInput({ first: 'Ann', email: 'not yet' }));
  await page.goBack();
  await expectStep(page, 'Method');
  await page.goForward();
  await expectStep(page, 'Students');
  const email = async (tab: Page) =>
    (await openStudent(tab, 1)).getByLabel('Email', { exact: true }).inputValue();
  expect(await (await firstName(page, 1)).inputValue()).toBe('Ann');
  await page.reload();
  await expect.poll(async () => (await firstName(page, 1)).inputValue()).toBe('Ann');
  await expect.poll(() => email(page)).toBe('not yet');
  await page.goto('/designate/agreement');
  await page.waitForURL((url) => url.searchParams.get('school') === school.id);
  await page.getByText(`${school.name}, 2026 academic year`).waitFor();
  expect(new URL(page.url()).searchParams.get('year')).toBe(bench.year.id);

  await bench.open(page, 'students', school);
  const next = await page.context().newPage();
  await page.close();
  await next.goto('/designate/students');
  await expectStep(next, 'Students');
  await expect.poll(() => email(next)).toBe('not yet');
  expect(new URL(next.url()).searchParams.get('school')).toBe(school.id);

  await bench.open(next, 'agreement', other);
  await untilStored(next, other.id);
  const drafts = Object.values(await storedDrafts(next)).map((text) => JSON.parse(text) as object);
  expect(drafts).toEqual([
    expect.objectContaining({ highSchool: { id: other.id, name: other.name }, students: [] }),
  ]);
  bench.browser.takeComplaints();
});

it("a user's draft is deleted at logout, in other tabs, too, and by the next user of the browser, who doesn't see it", async () => {
  const { school, kim } = await savingScene(bench);
  const { user: other } = await makeCounselor(bench.orm, [school.id]);
  const page = await bench.pageOf(kim);
  // Nothing is saved, so that what is shown can only come from the browser.
  await page.route('**/designate/editing/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  const typeAnn = async () => {
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('Ann');
    await untilStored(page, '"Ann"');
  };
  await typeAnn();
  expect(Object.keys(await storedDrafts(page))).toEqual([
    expect.stringMatching(new RegExp(`^laurel:draft:${kim.id}:[0-9a-f-]{36}$`)),
  ]);
  await bench.signIn(page, other);
  await page.goto('/');
  await waitForHydration(page);
  expect(await storedDrafts(page)).toEqual({});
  for (const user of [other, kim]) {
    await bench.signIn(page, user);
    await bench.open(page, 'students', school);
    expect(await (await firstName(page, 1)).inputValue()).toBe('');
  }

  await typeAnn();
  await page.unroute('**/designate/editing/**');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await tab.getByRole('link', { name: 'Logout' }).click();
  await tab.waitForURL((url) => url.pathname === '/login');
  await waitForHydration(tab);
  await (await firstName(page, 1)).fill('Typed after the logout');
  await page.getByText("You've been signed out.").first().waitFor();
  expect(await storedDrafts(page)).toEqual({});
  bench.browser.takeComplaints();
});
