import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  editorPage,
  expectStep,
  holdScript,
  openStudent,
  passTypingPause,
  useDesignateApp,
  waitForHydration,
} from '#tests/support/designate-app.server.ts';
import { returnToTab, incoming, saveStatus, savingScene } from '#tests/support/saving-scene.server.ts';
import { changeStudentElsewhere } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

/** Whether the middle of the element is in view. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

it('a smaller class asks which students to remove, with its title, choices, and buttons in view, and one removed far down a long list leaves Undo in view', async () => {
  const { school, kim, storedStudents } = await savingScene(bench, { classSize: 600, students: 60 });
  const page = await editorPage(bench, kim, { viewport: { width: 1366, height: 768 } });
  await bench.open(page, 'method', school);
  await page.getByLabel('Class size').fill('550');
  await press(page, 'Continue');
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.innerText()).toContain(
    'With a class of 550, you can designate 55 students. Choose 5 students to remove from your list.',
  );
  const box = (number: number) => dialog.getByRole('checkbox', { name: new RegExp(`^${number}\\. `) });
  for (const number of [56, 60]) await expect.poll(() => box(number).evaluate(isOnTop)).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByLabel('Class size').fill('500');
  await press(page, 'Continue');
  const title = dialog.getByRole('heading', { name: 'Remove 10 students?' });
  await title.waitFor();
  const remove = dialog.getByRole('button', { name: 'Remove 10 students' });
  expect(await box(51).isChecked()).toBe(true);
  for (const part of [title, box(51), remove]) {
    await expect
      .poll(() => part.evaluate((element) => element.getBoundingClientRect()))
      .toSatisfy(({ top, bottom }: DOMRect) => top >= 0 && bottom <= 740);
  }
  await box(50).check();
  await remove.click();
  await dialog.getByText('Choose exactly 10 students to remove. You chose 11.').waitFor();
  await expectNoAxeViolations(page);
  await box(60).uncheck();
  const ids = (await storedStudents()).map(({ id }) => id);
  await remove.click();
  await expectStep(page, 'Students');
  expect((await storedStudents()).map(({ id }) => id)).toEqual([...ids.slice(0, 49), ids[59]]);

  await page.setViewportSize({ width: 1366, height: 768 });
  await openStudent(page, 40);
  await press(page, 'Remove this student');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate(isOnTop)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(768);
  await undo.click();
  await passTypingPause(page);
  await expect.poll(async () => (await storedStudents()).length).toBe(50);
});

it("a smaller class removes no student before Continue has asked, even after a reload on a slow connection, and a colleague's save is part of the open question, and kept by a removal", async () => {
  const { school, kim, storedStudents, storedComment } = await savingScene(bench, {
    classSize: 30,
    students: 3,
  });
  const page = await editorPage(bench, kim);
  await bench.open(page, 'method', school);
  const [first, second, third] = await storedStudents();
  const ids = async () => (await storedStudents()).map(({ id }) => id);
  await page.getByLabel('Class size').fill('20');
  await page.getByLabel('Comment').fill('Smaller.');
  await passTypingPause(page);
  await saveStatus(page).getByText('Your new class size will be saved when you select Continue.').waitFor();
  await expect.poll(storedComment).toBe('Smaller.');
  expect(await ids()).toHaveLength(3);
  await bench.open(page, 'students', school);
  await saveStatus(page).getByText("Your new class size isn't saved yet.").waitFor();
  await saveStatus(page).getByRole('link', { name: 'Go to Method' }).click();
  await expectStep(page, 'Method');
  expect(await saveStatus(page).getByRole('link', { name: 'Go to Method' }).count()).toBe(0);
  expect(await page.getByLabel('Class size').inputValue()).toBe('20');

  // On a slow connection, the click reaches the form that restarts from the browser's draft.
  const services = await holdScript(page, 'draft-services');
  const checks = await holdScript(page, 'designate-validation');
  await page.reload();
  await waitForHydration(page);
  expect(await page.getByLabel('Class size').inputValue()).toBe('30');
  await press(page, 'Continue');
  expect(services.requests()).toBe(1);
  services.release();
  await expect.poll(() => page.getByLabel('Class size').inputValue()).toBe('20');
  checks.release();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Remove 1 student?' }).waitFor();

  const renameElsewhere = async (id: string, name: string) => {
    await changeStudentElsewhere(bench.orm, id, { first: name, preferred: 'Colleague' });
    await returnToTab(page);
    await incoming(page).waitFor();
  };
  await renameElsewhere(third?.id ?? '', 'Renamed');
  await dialog.getByRole('button', { name: 'Remove 1 student' }).click();
  await dialog.getByRole('checkbox', { name: /^3\. Renamed/ }).waitFor();
  expect(await ids()).toEqual([first?.id, second?.id, third?.id]);
  await dialog.getByRole('checkbox', { name: /^3\. Renamed/ }).uncheck();
  await dialog.getByRole('checkbox', { name: /^2\. / }).check();
  await dialog.getByRole('button', { name: 'Remove 1 student' }).click();
  await expectStep(page, 'Students');
  const left = async () =>
    (await storedStudents()).map(({ id, first: name, preferred }) => [id, name, preferred]);
  expect(await left()).toEqual([
    [first?.id, first?.first, first?.preferred],
    [third?.id, 'Renamed', 'Colleague'],
  ]);
  expect(await saveStatus(page).innerText()).not.toContain('class size');

  await openStudent(page, 1);
  await renameElsewhere(third?.id ?? '', 'Again');
  await press(page, 'Remove this student');
  await passTypingPause(page);
  await expect.poll(left).toEqual([[third?.id, 'Again', 'Colleague']]);
  bench.browser.takeComplaints();
});
