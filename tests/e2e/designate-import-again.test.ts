import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import { expectStep, passTypingPause, useDesignateApp } from '#tests/support/designate-app.server.ts';
import {
  firstNames,
  focusedText,
  hasFocus,
  importButton,
  load,
  openImport,
  press,
  stage,
  studentsOpener,
} from '#tests/support/import-session.server.ts';
import { returnToTab, incoming } from '#tests/support/saving-scene.server.ts';
import { changeStudentElsewhere, studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();
const openStudents = studentsOpener(bench);

describe('a second import', () => {
  it("asks before it's left or replaces or updates students, also those a colleague changed meanwhile, says if its column choices can't be saved, and can be undone and redone", async () => {
    const { page, school } = await openStudents(3);
    const file = (...rows: string[]) => [CSV_HEADER, ...rows].join('\n');
    const withHomeroom = (...rows: string[]) =>
      [`${CSV_HEADER},Homeroom`, ...rows.map((one) => `${one},12b`)].join('\n');
    const row = (first: string, phone = '9075550101') =>
      `${first},,Lee,,03/14/2010,1 A St,Apt 4,Juneau,AK,99801-1234,${phone},${first}@s.example.org,,N`;
    const stored = async () => {
      const rows = await studentsOf(bench.orm, school);
      return rows.map(({ id, first, phone, address }) => ({ id, first, phone, zip4: address.zip4 }));
    };
    const storedNames = async () => (await stored()).map(({ first }) => first);
    const dialog = page.getByRole('alertdialog');
    const leave = page.getByRole('alertdialog', { name: 'Leave this import?' });
    const undo = page.getByRole('button', { name: 'Undo' });

    await load(page, file(row('Ann')));
    await stage(page, 'Check your students').waitFor();
    await press(page, 'Back');
    await leave.getByRole('button', { name: 'Leave import' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    await openImport(page);
    await load(page, file(row('Ann'), row('Bo'), row('Cy')));
    await importButton(page).click();
    await page.getByText('3 students imported.').waitFor();
    await passTypingPause(page);
    expect(await undo.count()).toBe(1);
    await expect.poll(storedNames).toEqual(['Ann', 'Bo', 'Cy']);
    const [ann, bo, cy] = await stored();

    await page.route('**/designate/import-mapping/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await openImport(page);
    await load(
      page,
      withHomeroom('Di,,Ray,,,,,,,,,,,', row('Bo', '').replace(',1 A St,Apt 4,', ',,,'), row('Ed')),
    );
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Deselect all' }).waitFor();
    expect(await page.getByRole('button', { name: /^Select the first/ }).count()).toBe(0);
    await press(page, 'Review');
    await leave.getByText("The students in your file haven't been imported yet.").waitFor();
    await expectNoAxeViolations(page);
    await leave.getByRole('button', { name: 'Back to import' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await stage(page, 'Check your students').isVisible()).toBe(true);
    await page.getByRole('radio', { name: 'Replace them' }).check();
    await page.getByRole('row', { name: /Row 2/ }).getByText('Replaces Ann Lee').waitFor();
    await page.getByRole('row', { name: /Row 3/ }).getByText('Updates Bo Lee').waitFor();
    await page.getByRole('row', { name: /Row 3/ }).getByText("We'll keep (907) 555-0101.").waitFor();
    await importButton(page).click();
    expect(await dialog.innerText()).toContain('Replace 2 students?');
    expect(await dialog.innerText()).toContain("We'll remove Ann Lee and Cy Lee from your list.");
    await expectNoAxeViolations(page);
    await press(page, 'Back to preview');
    await stage(page, 'Check your students').waitFor();
    expect(await importButton(page).evaluate(hasFocus)).toBe(true);
    await importButton(page).click();
    await dialog.getByText("We'll remove Ann Lee and Cy Lee from your list.").waitFor();
    await changeStudentElsewhere(bench.orm, ann?.id ?? '', { first: 'Anna' });
    await returnToTab(page);
    await incoming(page).waitFor();
    await press(page, 'Replace 2 students');
    await dialog.getByText("We'll remove Anna Lee and Cy Lee from your list.").waitFor();
    await press(page, 'Replace 2 students');
    await page.getByText('3 students imported, 2 removed.').waitFor();
    await page.getByText("We couldn't save your column choices for the next import.").waitFor();
    await passTypingPause(page);
    await expect.poll(storedNames).toEqual(['Di', 'Bo', 'Ed']);
    const [di, updated, ed] = await stored();
    expect(updated).toEqual(bo);
    expect([ann?.id, cy?.id]).not.toContain(di?.id);
    expect(di).toMatchObject({ phone: '', zip4: '' });
    expect(ed?.zip4).toBe('1234');

    await undo.click();
    await page.getByText('Undone. Your earlier list is back.').waitFor();
    expect(await focusedText(page)).toMatch(/^Undone/);
    await passTypingPause(page);
    await expect.poll(storedNames).toEqual(['Anna', 'Bo', 'Cy']);
    expect((await stored()).map(({ phone, zip4 }) => [phone, zip4])).toEqual(
      [ann, bo, cy].map((student) => [student?.phone, student?.zip4]),
    );
    expect((await stored())[1]?.id).toBe(bo?.id);

    // Redone before anything is saved, then read from the browser by the reloaded page, and saved.
    await page.route('**/designate/editing/**', (route) => route.abort());
    await press(page, 'Redo');
    await page.getByText('Redone. Your changes are back.').waitFor();
    expect(await firstNames(page, 3)).toEqual(['Di', 'Bo', 'Ed']);
    await page.unroute('**/designate/editing/**');
    await page.reload();
    await expect.poll(() => firstNames(page, 3)).toEqual(['Di', 'Bo', 'Ed']);
    await passTypingPause(page);
    await expect.poll(storedNames).toEqual(['Di', 'Bo', 'Ed']);
    bench.browser.takeComplaints();
  });
});
