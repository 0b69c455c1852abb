import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { signInByCode, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { openDecision } from '#tests/support/review-page.ts';
import { savingScene } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();
const PHONE_FORMAT = 'Phone number must be in the format';

/** Opens a page whose scripts load only when the returned function is called. */
async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main form').first().waitFor();
  return async () => {
    release();
    await waitForHydration(page);
  };
}

/** Leaves the phone field with an invalid value before hydration, and waits for its error afterwards. */
async function expectPhoneChecked(page: Page, path: string): Promise<void> {
  const comeAlive = await openBeforeScripts(page, path);
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('907555');
  await phone.blur();
  await comeAlive();
  await page.getByText(PHONE_FORMAT).first().waitFor();
  expect(await phone.inputValue()).toBe('907555');
}

/** Expects the account page to check a phone 10 ms after blur, even if empty, and to show no errors of untouched fields. */
async function expectPhoneCheckedLater(page: Page): Promise<void> {
  const phone = page.getByLabel('Phone', { exact: true });
  const checks = page.waitForResponse((response) => /user-validation/.test(response.url()));
  await page.reload();
  await waitForHydration(page);
  await page.getByLabel('First name').focus();
  await checks;
  const errorsAfter = await phone.evaluate(async (field: HTMLInputElement) => {
    const errors = () => document.querySelectorAll('[aria-invalid=true]').length;
    field.focus();
    field.value = '';
    field.blur();
    const atOnce = errors();
    await new Promise((resolve) => setTimeout(resolve, 10));
    return [atOnce, errors()];
  });
  expect(errorsAfter).toEqual([0, 0]);
  await page.getByText('Phone is required.').first().waitFor();
  await page.getByLabel('First name').focus();
  await page.getByLabel('Last name').focus();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
}

describe("text typed before the page's script arrived", () => {
  it('is checked when it arrives: on the account page, in the students step, and on the pages of a school and a new one; later, a phone is checked more than 10 ms after blur', async () => {
    const school = await makeSchool(bench.orm);
    const { user } = await makeCounselor(bench.orm, [school.id], { flags: ['ADMIN'] });
    await makeDesignation(bench.orm, {
      ...{ highSchoolId: school.id, academicYearId: bench.year.id, submittedById: user.id },
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', students: 0 },
    });
    const page = await bench.pageOf(user);
    for (const path of [
      bench.step('students', school),
      `/manage/${school.id}`,
      `/highschools/${school.id}`,
      '/highschools/create',
      '/account',
    ]) {
      await expectPhoneChecked(page, path);
      await page.unroute('**/*.js');
    }
    await expectPhoneCheckedLater(page);
  });

  it('is checked for a new account, and in the method step, which saves it', async () => {
    const email = 'newcomer@school.example.org';
    const page = await bench.browser.newPage({ baseURL: bench.app.url });
    await page.goto('/login');
    await signInByCode(bench, page, email);
    await expectPhoneChecked(page, page.url());

    const { school, kim, storedComment } = await savingScene(bench);
    const method = await bench.pageOf(kim);
    const comeAlive = await openBeforeScripts(method, bench.step('method', school));
    await method.getByLabel('Comment').fill('Typed early.');
    await method.getByLabel('Class size').fill('-5');
    await method.getByLabel('Class size').blur();
    await comeAlive();
    await method.getByText('Enter the class size as a whole number, 0 or more.').first().waitFor();
    await expect.poll(storedComment).toBe('Typed early.');
  });
});

describe('the error summary', () => {
  it('drops fixed errors, and all errors when the changes are discarded', async () => {
    const school = await makeSchool(bench.orm);
    const { user } = await makeCounselor(bench.orm, [school.id]);
    const page = await bench.pageOf(user);
    await page.goto(`/manage/${school.id}`);
    await waitForHydration(page);
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
    const saveWrong = async () => {
      await page.getByLabel('City').fill('');
      await page.getByLabel('Zipcode', { exact: true }).fill('99');
      await page.getByRole('button', { name: 'Save' }).first().click();
      await summary.waitFor();
    };
    await saveWrong();
    expect(await summary.getByRole('listitem').count()).toBe(2);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel('City').fill('Sitka');
    await expect.poll(() => summary.getByRole('listitem').count()).toBe(1);
    expect(await page.getByLabel('City').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.getByLabel('Zipcode', { exact: true }).fill('99835');
    await summary.waitFor({ state: 'detached' });

    await saveWrong();
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await summary.waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).not.toBe('');
  });
});

describe('a form that is part of a page', () => {
  it('is checked before anything is sent: a decision, a correction, and an email', async () => {
    const school = await makeSchool(bench.orm);
    const { user } = await makeCounselor(bench.orm, [school.id]);
    const { id } = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: user.id,
      status: 'PENDING',
      classSize: 14,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
    });
    const page = await bench.pageOf(await makeAdmin(bench.orm));
    await page.goto(`/designations/${id}`);
    await waitForHydration(page);
    await openDecision(page, 'Return…');
    const note = page.locator('#decision-return-note');
    await page.getByRole('button', { name: 'Return designation' }).click();
    const missing = page.locator('#decision-return-note-error');
    await missing.getByText('Write a note that tells the school what to correct.').waitFor();
    await note.fill('Please add the apartment.');
    await missing.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Return designation' }).click();
    await page.getByRole('alert').getByText('Choose at least one reason').waitFor();
    expect(await note.getAttribute('aria-invalid')).toBeNull();

    await page.getByText('Edit general information').click();
    const classSize = page.getByRole('spinbutton', { name: 'Class size' });
    await classSize.fill('20');
    await classSize.blur();
    await page.locator('#general-information-classSize-error').getByText('larger than 19').waitFor();
    await page.getByRole('radio', { name: 'Other', exact: true }).check();
    await page.getByRole('button', { name: 'Save general information' }).click();
    await page.getByRole('alert').getByText('Explain your criteria.').waitFor();
    const stored = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id });
    expect([stored.version, stored.status]).toEqual([1, 'PENDING']);

    const email = await bench.pageOf(await makeAdmin(bench.orm));
    await email.goto(
      `/emails/${await makeTemplate(bench.orm, { name: 'Opening', subject: 'S', body: 'B' })}`,
    );
    await waitForHydration(email);
    const name = email.getByLabel('Name', { exact: true });
    await name.fill('');
    await name.blur();
    await email.locator('#email-name-error').getByText('Name is required.').waitFor();
    await email.getByRole('button', { name: 'Save', exact: true }).click();
    await email.getByRole('alert').getByText('Name is required.').waitFor();
    expect(bench.browser.takeComplaints()).toEqual([]);
  });
});
