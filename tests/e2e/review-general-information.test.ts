import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makePendingDesignation, patchAs, summaryOf } from '#tests/support/pending-designation.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const SAVED = 'Designation details have been updated!';
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

describe('the general information', () => {
  const LARGER =
    'Setting class size larger than 19 would change how many students should be designated. Return the designation for correction instead.';
  const SMALLER =
    'Setting class size smaller than 10 would change how many students should be designated. Return the designation for correction instead.';

  it('limits the class size to its band and warns about rounding, on a phone', async () => {
    const page = await bench.pageOf(admin, PHONE);
    const save = page.getByRole('button', { name: 'Save general information' });
    const classSize = page.getByRole('spinbutton', { name: 'Class size' });
    await page.goto(path());
    await page.getByText('Edit general information').click();
    for (const [size, message] of [
      ['20', LARGER],
      ['9', SMALLER],
    ] as const) {
      await classSize.fill(size);
      const beside = page.locator('.field', { has: classSize });
      expect(await beside.getByText(message).isVisible()).toBe(true);
      await save.click();
      await expect.poll(() => summaryOf(page)).toEqual([message]);
      expect(await classSize.inputValue()).toBe(size);
    }
    bench.browser.takeComplaints();
    const rounding = 'The expected number of students changes from 1 to 2.';
    await classSize.fill('15');
    expect(await page.getByText(rounding).isVisible()).toBe(true);
    expect(await classSize.getAttribute('aria-invalid')).toBeNull();
    await classSize.fill('9');
    expect(await classSize.getAttribute('aria-invalid')).toBe('true');
    await classSize.fill('15');
    await page.getByRole('radio', { name: 'Other' }).check();
    await save.click();
    await expect
      .poll(() => summaryOf(page))
      .toEqual([
        "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
      ]);
    bench.browser.takeComplaints();
    await page.getByLabel('Comment').fill('By a committee.');
    await save.click();
    await page.getByText(SAVED).waitFor();
    expect(await page.getByText(rounding).first().isVisible()).toBe(true);
    expect(await stored()).toMatchObject({ classSize: 15, status: 'PENDING', version: 2 });
  });

  it("shows a colleague's change as a conflict even after a refused decision has loaded it, and keeps the input", async () => {
    const page = await bench.pageOf(admin);
    await page.goto(path());
    await page.getByText('Edit general information').click();
    const classSize = page.getByRole('spinbutton', { name: 'Class size' });
    await classSize.fill('13');
    await page.getByLabel('Comment').fill('By a committee.');
    await patchAs(bench, staffActor, { id: designation.id, classSize: 12 });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => summaryOf(page)).toEqual([expect.stringContaining('so nothing was saved.')]);
    expect(await classSize.inputValue()).toBe('13');
    await page.getByRole('button', { name: 'Save general information' }).click();
    await page.getByText('Currently saved: 12').waitFor();
    bench.browser.takeComplaints();
    expect(await stored()).toMatchObject({ classSize: 12, status: 'PENDING', version: 2 });
    expect(await page.getByText('Currently saved: nothing').isVisible()).toBe(true);
    expect(await page.getByText('Currently saved: Cumulative GPA').count()).toBe(0);
    expect(await page.getByLabel('Comment').inputValue()).toBe('By a committee.');
    await classSize.fill('12');
    await page.getByRole('button', { name: 'Save general information' }).click();
    await page.getByText(SAVED).waitFor();
    expect(await stored()).toMatchObject({ classSize: 12, version: 3 });
  });
});
