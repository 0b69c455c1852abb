import { beforeAll, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, openStudent, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, openDecision } from '#tests/support/review-page.ts';

const SAVED = 'Designation details have been updated!';

const bench = useDesignateApp();
let admin: MadeUser;

/** Pending designations of Alder, Birch, Cedar, and Dogwood High. */
beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  for (const name of ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High']) {
    const { id: highSchoolId } = await makeSchool(orm, { name });
    await makeDesignation(orm, {
      ...{ highSchoolId, academicYearId: year.id, submittedById: admin.id, status: 'PENDING' },
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
    });
  }
});

it('going through a list continues from the same position when a save moves the designation, keeps no decision for the next one, and asks before discarding changes', async () => {
  const page = await bench.pageOf(admin);
  const links = page.getByRole('navigation', { name: 'Designations in the list' }).getByRole('link');
  const list = `academicYearId=${bench.year.id}&sort=updatedAt`;
  await page.goto(`/designations?${list}`);
  const order = await page.getByRole('rowheader').allTextContents();
  await page.getByRole('link', { name: order[1] ?? '', exact: true }).click();
  await expectStep(page, order[1] ?? '');
  const note = page.getByRole('textbox', { name: 'Note to the school' });
  const beside = [`Previous: ${order[0]} 2026`, `Next: ${order[2]} 2026`];
  expect(await links.allTextContents()).toEqual(beside);
  await chooseStatus(page, 'Rejected');
  await note.fill('Submitted twice.');
  await page.getByRole('button', { name: 'Save status' }).click();
  await page.getByText(SAVED).waitFor();
  expect(await links.allTextContents()).toEqual(beside);
  await page.getByRole('link', { name: 'Edit students' }).click();
  await expectStep(page, 'Edit students');
  await openStudent(page, 1);
  await page.getByLabel('First name').fill('Robin');

  const question = page.getByText('Your changes have not been saved. Do you want to leave?');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('First name').inputValue()).toBe('Robin');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText(SAVED).waitFor();
  expect(await links.allTextContents()).toEqual(beside);
  await page.getByText('Students: 1 changed (first name)').waitFor();

  await chooseStatus(page, 'Approved');
  await note.fill('Only for this one.');
  await links.nth(1).click();
  await question.waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save and go to next' }).click();
  await expectStep(page, order[2] ?? '');
  await page
    .getByText(`${order[1]} 2026 is now Approved. This is the next designation in the list.`)
    .waitFor();
  const form = await openDecision(page, 'Other status…');
  expect(await note.inputValue()).toBe('');
  expect(await form.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true);
  await note.fill('Unfinished.');
  await links.nth(1).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await expectStep(page, order[3] ?? '');
  await openDecision(page, 'Other status…');
  expect(await note.inputValue()).toBe('');
  expect(await page.getByRole('button', { name: 'Save and go to next' }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe(`?${list}`);
  await page.getByRole('main').getByRole('link', { name: 'Designations' }).click();
  await expectStep(page, 'Designations');
  expect(new URL(page.url()).search).toBe(`?${list}`);
});
