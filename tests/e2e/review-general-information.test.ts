import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makePendingDesignation, patchAs, summaryOf } from '#tests/support/pending-designation.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const SAVED = 'Designation details have been updated!';
const REST = 'how many students should be designated. Return the designation for correction instead.';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let staffActor: Actor;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { lastName: 'Lovelace' });
});

beforeEach(async () => {
  ({ staffActor, designation } = await makePendingDesignation(bench));
});

const path = () => `/designations/${designation.id}`;

const stored = () => bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });

it("the general information checks the class size while it's typed, shows a colleague's change as a conflict even after a refused decision has loaded it, and keeps the input, on a phone", async () => {
  const page = await bench.pageOf(admin, PHONE);
  await page.goto(path());
  await page.getByText('Edit general information').click();
  const save = page.getByRole('button', { name: 'Save general information' });
  const classSize = page.getByRole('spinbutton', { name: 'Class size' });
  const beside = page.locator('.field', { has: classSize });
  const tooLarge = `Setting class size larger than 19 would change ${REST}`;
  await classSize.fill('20');
  expect(await beside.getByText(tooLarge).isVisible()).toBe(true);
  await save.click();
  await expect.poll(() => summaryOf(page)).toEqual([tooLarge]);
  expect(await classSize.inputValue()).toBe('20');
  bench.browser.takeComplaints();
  const rounding = 'The expected number of students changes from 1 to 2.';
  await classSize.fill('15');
  expect(await page.getByText(rounding).isVisible()).toBe(true);
  expect(await classSize.getAttribute('aria-invalid')).toBeNull();
  await classSize.fill('9');
  expect(await classSize.getAttribute('aria-invalid')).toBe('true');
  expect(await beside.getByText(`Setting class size smaller than 10 would change ${REST}`).isVisible()).toBe(
    true,
  );
  await classSize.fill('13');
  await page.getByLabel('Comment').fill('By a committee.');
  await patchAs(bench, staffActor, { id: designation.id, classSize: 12 });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => summaryOf(page)).toEqual([expect.stringContaining('so nothing was saved.')]);
  expect(await classSize.inputValue()).toBe('13');
  await save.click();
  await page.getByText('Currently saved: 12').waitFor();
  bench.browser.takeComplaints();
  expect(await stored()).toMatchObject({ classSize: 12, status: 'PENDING', version: 2 });
  expect(await page.getByText('Currently saved: nothing').isVisible()).toBe(true);
  expect(await page.getByText('Currently saved: Cumulative GPA').count()).toBe(0);
  expect(await page.getByLabel('Comment').inputValue()).toBe('By a committee.');
  await classSize.fill('12');
  await save.click();
  await page.getByText(SAVED).waitFor();
  expect(await stored()).toMatchObject({ classSize: 12, version: 3 });
});
