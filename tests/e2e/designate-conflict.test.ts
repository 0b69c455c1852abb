import { expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import {
  chooseMethod,
  editorPage,
  enterStudent,
  expectStep,
  holdScript,
  passTypingPause,
  submit,
  untilStored,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  returnToTab,
  firstName,
  unsavedChangesBanner,
  saveStatus,
  savingScene,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

it("a colleague's change to another field is merged when Continue is pressed before the page's scripts have loaded", async () => {
  const { school, kim, storedSize, storedComment, commentElsewhere } = await savingScene(bench);
  const page = await editorPage(bench, kim);
  const services = await holdScript(page, 'draft-services');
  await bench.open(page, 'method', school);
  await commentElsewhere('By a colleague.');
  await chooseMethod(page, 31);
  services.release();
  await expectStep(page, 'Students');
  bench.browser.takeComplaints();
  expect([await storedSize(), await storedComment()]).toEqual([31, 'By a colleague.']);
  expect(services.requests()).toBe(1);
});

it("a conflict is shown above the bar's buttons, explains an approval and a return in the meantime, and can be overwritten", async () => {
  const { school, kim, robin, designation, storedComment, commentElsewhere } = await savingScene(bench);
  const page = await editorPage(bench, kim);
  await bench.open(page, 'method', school);
  await page.getByLabel('Comment').fill('Mine.');
  await untilStored(page, 'Mine.');
  await commentElsewhere('By a colleague.');
  const colleague = await editorPage(bench, robin);
  const announced = colleague.waitForResponse('**/designate/editing/*');
  await bench.open(colleague, 'method', school);
  await announced;
  await page.reload();
  await unsavedChangesBanner(page).waitFor();
  bench.browser.takeComplaints();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
  expect(await storedComment()).toBe('By a colleague.');
  expect(
    await page
      .getByRole('link', { name: 'See the latest version (opens in a new tab)' })
      .getAttribute('href'),
  ).toBe(`/designations/${designation.id}`);

  const also = page.getByText('Robin Reed is also editing this designation.');
  await also.waitFor();
  await saveStatus(page).getByRole('link', { name: 'Choose which version to keep' }).waitFor();
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await also.isVisible()).toBe(true);
  const line = await also.boundingBox();
  const buttons = await page.locator('.step-bar-buttons').boundingBox();
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await also.isVisible()).toBe(false);
  expect(await saveStatus(page).isVisible()).toBe(true);
  // Where the bar covers half of a radio button, axe finds it too small. In a tall window it covers nothing.
  await page.setViewportSize({ ...VIEWPORTS.phone, height: 2500 });
  await expectNoAxeViolations(page);

  const decide = (change: { status: DesignationStatus; note?: string }) =>
    bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, change);
  const sentence = 'This designation has been approved, it cannot be edited.';
  await decide({ status: 'APPROVED' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: sentence })
    .getByText("Your changes are still on this page, but they can't be saved anymore.")
    .waitFor();
  await saveStatus(page).getByText(`Not saved: ${sentence}`).waitFor();
  expect(await page.getByRole('button', { name: 'Keep my version' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
  expect(await storedComment()).toBe('By a colleague.');

  await decide({ status: 'RETURNED', note: 'Look again.' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Look again.').waitFor();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await passTypingPause(page);
  await expect.poll(storedComment).toBe('Mine.');
  bench.browser.takeComplaints();
});

it("a version whose students can't be matched reliably is compared with one's own, which can be kept", async () => {
  const { school, kim, storedNames, reverseElsewhere } = await savingScene(bench, {
    classSize: 30,
    students: 2,
  });
  const [one = '', two = ''] = await storedNames();
  const page = await editorPage(bench, kim);
  await bench.open(page, 'students', school);
  await (await firstName(page, 3)).fill('New');
  await untilStored(page, '"New"');
  await reverseElsewhere();
  await page.reload();
  await unsavedChangesBanner(page).waitFor();
  bench.browser.takeComplaints();
  const text = await unsavedChangesBanner(page).innerText();
  expect(text).toContain('choose which version to keep.');
  expect(text).toContain('Student 3 (New): only in your version');
  expect(await (await firstName(page, 3)).inputValue()).toBe('New');
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await passTypingPause(page);
  await expect.poll(storedNames).toEqual([one, two, 'New']);
  expect(await unsavedChangesBanner(page).count()).toBe(0);
});

it('text typed after an approval stays visible with an explanation, and is saved without another keystroke once the designation is reopened', async () => {
  const { school, kim, designation, storedComment } = await savingScene(bench);
  const page = await editorPage(bench, kim);
  await bench.open(page, 'method', school);
  const decide = (status: DesignationStatus) =>
    bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status });
  await decide('APPROVED');
  await page.getByLabel('Comment').fill('Too late.');
  await passTypingPause(page);
  await saveStatus(page)
    .getByText("Your changes are still on this page, but they can't be saved anymore.")
    .waitFor();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Too late.');
  expect(await storedComment()).not.toBe('Too late.');
  await decide('STARTED');
  await returnToTab(page);
  await expect.poll(storedComment).toBe('Too late.');
  bench.browser.takeComplaints();
});

it('a submission that is refused shows what is missing with links to the fields, and then what a colleague changed', async () => {
  const { school, kim, designation, commentElsewhere } = await savingScene(bench, { students: 1 });
  const page = await editorPage(bench, kim);
  await bench.open(page, 'review', school);
  await submit(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Unable to submit designation: ' });
  await alert.waitFor();
  bench.browser.takeComplaints();
  expect(await alert.innerText()).toContain('A class of 20 needs exactly 2 students; this list has 1.');
  await alert.getByRole('link', { name: /needs exactly/ }).click();
  await expectStep(page, 'Students');
  expect(await (await firstName(page, 1)).inputValue()).toBe(designation.students[0]?.first);
  await enterStudent(page, 2, studentInput());
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expectStep(page, 'Review');

  // Stops the page from noticing the change by polling.
  await page.route('**/designate/editing/**', (route) => route.fulfill({ status: 204 }));
  await commentElsewhere('By a colleague.');
  await submit(page);
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Look at the latest version, then make your change again.');
  bench.browser.takeComplaints();
  await page.getByText('By a colleague.').waitFor();
  await submit(page);
  await expectStep(page, 'Submitted');
});
