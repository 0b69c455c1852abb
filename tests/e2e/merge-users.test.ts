import { beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeInvite,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let school: MadeSchool;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Marian', lastName: 'Fox', email: 'marian@x.example.org' });
  school = await makeSchool(bench.orm, { name: 'Elm High' });
});

const submit = (page: Page) => page.getByRole('button', { name: 'Merge accounts' });

it('an administrator finds the other account, compares both on a phone by keyboard, and merges them', async () => {
  const name = { firstName: 'Jane', lastName: 'Doe1' };
  const local = 'jane.marguerite.alexandrovna1';
  const old = await makeUser(bench.orm, { ...name, email: `${local}@old.example.org` });
  const current = await makeUser(bench.orm, { ...name, email: `${local}@new.example.org` });
  await makeStaff(bench.orm, { highSchoolId: school.id, userId: old.id });
  const other = await makeSchool(bench.orm, { name: 'Birch High' });
  await makeDesignation(bench.orm, {
    ...{ highSchoolId: school.id, academicYearId: bench.year.id, submittedById: old.id },
  });
  await makeInvite(bench.orm, { email: old.email, schools: [{ highSchoolId: other.id }] });
  await makeInvite(bench.orm, {
    email: 'doe1.jane@third.example.org',
    schools: [{ highSchoolId: other.id }],
  });
  const page = await bench.pageOf(admin);
  await page.goto(`/users/${old.id}`);
  await page.getByRole('link', { name: 'Merge with another user…' }).click();
  await page.getByRole('heading', { level: 1, name: 'Merge with another user' }).waitFor();
  // The last name is searched for at first.
  await page.getByText('doe1.jane@third.example.org, invited to Birch High').waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Name, email address, or school').fill('@new.example');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Compare with Jane Doe1 <${current.email}>` }).click();

  const table = page.getByRole('table', { name: 'The two accounts' });
  expect(await table.getByRole('row', { name: /^Schools/ }).innerText()).toContain('Elm High (Counselor)');
  await expectNoAxeViolations(page);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(VIEWPORTS.phone.width);
  await tabTo(page, page.getByRole('radio').first());
  await page.getByText(`If you keep ${old.email}:`).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByText(`If you keep ${current.email}:`).waitFor();
  await page.getByText('Positions that will move: Elm High (Counselor).').waitFor();
  await page.getByText('Open invites that will move: Birch High.').waitFor();
  await tabTo(page, submit(page));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await submit(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/users/${old.id}/merge`);
  await page.keyboard.press('Enter');
  await dialog.getByText("This can't be undone.").waitFor();
  await dialog.getByRole('button', { name: 'Merge accounts' }).click();

  await page.waitForURL(`**/users/${current.id}`);
  await page.getByText('The accounts have been merged. Everything is in this one now.').waitFor();
  await page.getByRole('region', { name: 'School Affiliation' }).getByText('Elm High').waitFor();
  await page.getByText('Another account merged into this one').waitFor();
  await page.getByRole('link', { name: 'Jane Doe1 (merged account)' }).click();
  await page.getByText('This account was merged into').waitFor();
  expect(await page.getByRole('link', { name: 'Merge with another user…' }).count()).toBe(0);
  await expectNoAxeViolations(page);
});
