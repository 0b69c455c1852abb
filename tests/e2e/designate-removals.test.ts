import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, openStudent, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { comeBack, savingScene, incoming } from '#tests/support/saving-scene.server.ts';
import { changeStudentElsewhere } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

/** Three students in a class of 30, and a colleague's change to one while the page shows a dialog. */
async function questionScene(step: string) {
  const scene = await savingScene(bench, { classSize: 30, students: 3 });
  const page = await bench.pageOf(scene.kim);
  await bench.open(page, step, scene.school);
  const renameElsewhere = async (id: string, name: string) => {
    await changeStudentElsewhere(bench.orm, id, { first: name, preferred: 'Colleague' });
    await comeBack(page);
    await incoming(page).waitFor();
  };
  return { ...scene, page, renameElsewhere, dialog: page.getByRole('alertdialog') };
}

/** Whether the middle of the element is in view. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

it('the question about a smaller class keeps its title, the chosen students, and its buttons in view', async () => {
  const { school, kim, storedStudents } = await savingScene(bench, { classSize: 600, students: 60 });
  const page = await bench.pageOf(kim, { viewport: { width: 375, height: 740 } });
  await bench.open(page, 'method', school);
  await page.getByLabel('Class size').fill('300');
  await press(page, 'Continue');
  const dialog = page.getByRole('alertdialog');
  const title = dialog.getByRole('heading', { name: 'Remove 30 students?' });
  await title.waitFor();
  const first = dialog.getByRole('checkbox', { name: /^31\. / });
  const remove = dialog.getByRole('button', { name: 'Remove 30 students' });
  expect(await first.isChecked()).toBe(true);
  for (const part of [title, first, remove]) {
    await expect
      .poll(() => part.evaluate((element) => element.getBoundingClientRect()))
      .toSatisfy(({ top, bottom }: DOMRect) => top >= 0 && bottom <= 740);
  }
  await expectNoAxeViolations(page);
  await remove.click();
  await expectStep(page, 'Students');
  expect(await storedStudents()).toHaveLength(30);
});

it('the question about a smaller class shows all students that it suggests, if they fit', async () => {
  const { school, kim } = await savingScene(bench, { classSize: 200, students: 20 });
  const page = await bench.pageOf(kim, { viewport: { width: 1366, height: 768 } });
  await bench.open(page, 'method', school);
  await page.getByLabel('Class size').fill('150');
  await press(page, 'Continue');
  const list = page.getByRole('alertdialog').getByRole('group', { name: 'Students to remove' });
  for (const number of [16, 20]) {
    const box = list.getByRole('checkbox', { name: new RegExp(`^${number}\\. `) });
    await expect.poll(() => box.evaluate(isOnTop)).toBe(true);
  }
});

it('a student removed far down a long list leaves the page where it is, with Undo in view', async () => {
  const { school, kim, storedStudents } = await savingScene(bench, { classSize: 600, students: 60 });
  const page = await bench.pageOf(kim, { viewport: { width: 1366, height: 768 } });
  await bench.open(page, 'students', school);
  await openStudent(page, 40);
  await press(page, 'Remove this student');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate(isOnTop)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(768);
  await expectNoAxeViolations(page);
  await undo.click();
  await expect.poll(async () => (await storedStudents()).length).toBe(60);
});

describe("a colleague's save before a removal", () => {
  it("keeps the students who aren't removed", async () => {
    const { page, designation, storedStudents, renameElsewhere } = await questionScene('students');
    const [first, second, third] = await storedStudents();
    await openStudent(page, 1);
    await renameElsewhere(second?.id ?? '', 'Renamed');
    await press(page, 'Remove this student');
    await expect
      .poll(async () =>
        (await storedStudents()).map(({ id, first: name, preferred }) => [id, name, preferred]),
      )
      .toEqual([
        [second?.id, 'Renamed', 'Colleague'],
        [third?.id, third?.first, third?.preferred],
      ]);
    expect(first?.id).toBe(designation.students[0]?.id);
    bench.browser.takeComplaints();
  });

  it('is part of the question about a smaller class that is already open', async () => {
    const { page, dialog, storedStudents, renameElsewhere } = await questionScene('method');
    const [first, second, third] = await storedStudents();
    await page.getByLabel('Class size').fill('20');
    await press(page, 'Continue');
    await dialog.getByRole('heading', { name: 'Remove 1 student?' }).waitFor();
    await renameElsewhere(third?.id ?? '', 'Renamed');
    await dialog.getByRole('button', { name: 'Remove 1 student' }).click();
    await dialog.getByRole('checkbox', { name: /^3\. Renamed/ }).waitFor();
    expect((await storedStudents()).map(({ id }) => id)).toEqual([first?.id, second?.id, third?.id]);
    await dialog.getByRole('checkbox', { name: /^3\. Renamed/ }).uncheck();
    await dialog.getByRole('checkbox', { name: /^2\. / }).check();
    await dialog.getByRole('button', { name: 'Remove 1 student' }).click();
    await expectStep(page, 'Students');
    const left = (await storedStudents()).map(({ id, first: name }) => [id, name]);
    expect(left).toEqual([
      [first?.id, first?.first],
      [third?.id, 'Renamed'],
    ]);
    bench.browser.takeComplaints();
  });
});
