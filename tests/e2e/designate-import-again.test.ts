import { describe, expect, it } from 'vitest';
import { StudentEntity } from '#db/entities/student.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import {
  editorPage,
  expectStep,
  holdScript,
  passTypingPause,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  field,
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
import { returnToTab, incoming, untilSaved } from '#tests/support/saving-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { changeStudentElsewhere, studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();
const openStudents = studentsOpener(bench);

describe('a second import', () => {
  it('asks before a second list replaces or updates students, and can be undone', async () => {
    const { page, school } = await openStudents(3);
    const file = (...rows: string[]) => [CSV_HEADER, ...rows].join('\n');
    const row = (first: string, phone = '9075550101') =>
      `${first},,Lee,,03/14/2010,1 A St,Apt 4,Juneau,AK,99801-1234,${phone},${first}@s.example.org,,N`;
    const stored = async () => {
      const rows = await studentsOf(bench.orm, school);
      return rows.map(({ id, first, phone, address }) => ({ id, first, phone, zip4: address.zip4 }));
    };
    const storedNames = async () => (await stored()).map(({ first }) => first);
    const dialog = page.getByRole('alertdialog');
    const undo = page.getByRole('button', { name: 'Undo' });

    await load(page, file(row('Ann'), row('Bo'), row('Cy')));
    await importButton(page).click();
    await page.getByText('3 students imported.').waitFor();
    await passTypingPause(page);
    expect(await undo.count()).toBe(1);
    await expect.poll(storedNames).toEqual(['Ann', 'Bo', 'Cy']);
    const [ann, bo, cy] = await stored();

    await openImport(page);
    await load(page, file('Di,,Ray,,,,,,,,,,,', row('Bo', '').replace(',1 A St,Apt 4,', ',,,'), row('Ed')));
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
    await press(page, 'Replace 2 students');
    await page.getByText('3 students imported, 2 removed.').waitFor();
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
    await expect.poll(storedNames).toEqual(['Ann', 'Bo', 'Cy']);
    expect((await stored()).map(({ phone, zip4 }) => [phone, zip4])).toEqual(
      [ann, bo, cy].map((student) => [student?.phone, student?.zip4]),
    );
    expect((await stored())[1]?.id).toBe(bo?.id);
    await page.reload();
    await expect.poll(() => firstNames(page, 3)).toEqual(['Ann', 'Bo', 'Cy']);
  });

  it("isn't left with Review or Back before a question, and asks again if a colleague changed the affected students meanwhile", async () => {
    const { page, school } = await openStudents(1);
    const dialog = page.getByRole('alertdialog');
    const leave = page.getByRole('alertdialog', { name: 'Leave this import?' });
    await load(page, [CSV_HEADER, 'Ann,,Lee,,,,,,,,,,,'].join('\n'));
    await stage(page, 'Check your students').waitFor();
    await press(page, 'Back');
    await leave.getByRole('button', { name: 'Leave import' }).click();
    await expectStep(page, 'Method');
    await bench.open(page, 'students', school);
    await openImport(page);
    await load(page, [CSV_HEADER, 'Ann,,Lee,,,,,,,,,,,'].join('\n'));
    await importButton(page).click();
    await page.getByText('1 student imported.').waitFor();
    await untilSaved(page);

    await openImport(page);
    await load(page, [CSV_HEADER, 'Di,,Ray,,,,,,,,,,,'].join('\n'));
    await page.getByRole('button', { name: 'Deselect all' }).waitFor();
    expect(await page.getByRole('button', { name: /^Select the first/ }).count()).toBe(0);
    await press(page, 'Review');
    await leave.getByText("The students in your file haven't been imported yet.").waitFor();
    await expectNoAxeViolations(page);
    await leave.getByRole('button', { name: 'Back to import' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await stage(page, 'Check your students').isVisible()).toBe(true);

    await page.getByRole('radio', { name: 'Replace them' }).check();
    await importButton(page).click();
    await dialog.getByText("We'll remove Ann Lee from your list.").waitFor();
    const [ann] = await studentsOf(bench.orm, school);
    await changeStudentElsewhere(bench.orm, ann?.id ?? '', { first: 'Anna' });
    await returnToTab(page);
    await incoming(page).waitFor();
    await press(page, 'Replace 1 student');
    await dialog.getByText("We'll remove Anna Lee from your list.").waitFor();
    await press(page, 'Replace 1 student');
    await page.getByText('1 student imported, 1 removed.').waitFor();
    expect(await firstNames(page, 1)).toEqual(['Di']);
    await untilSaved(page);
    await press(page, 'Back');
    await expectStep(page, 'Method');
    bench.browser.takeComplaints();
  });

  it("can be undone before it is saved, and redone, and says if its column choices can't be saved", async () => {
    const { page, school } = await openStudents(2);
    await (await field(page, 1, 'First name')).fill('Typed');
    await page.route('**/designate/editing/**', (route) => route.abort());
    await page.route('**/designate/import-mapping/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await load(
      page,
      [`${CSV_HEADER},Homeroom`, 'Ann,,Lee,,,,,,,,,,,,12b', 'Bo,,Kim,,,,,,,,,,,,12b'].join('\n'),
    );
    await press(page, 'Continue');
    await page.getByRole('radio', { name: 'Replace them' }).check();
    await importButton(page).click();
    await press(page, 'Replace 1 student');
    await page.getByText("We couldn't save your column choices for the next import.").waitFor();
    await press(page, 'Undo');
    await page.getByText('Undone. Your earlier list is back.').waitFor();
    expect(await firstNames(page, 2)).toEqual(['Typed', '']);
    await press(page, 'Redo');
    await page.getByText('Redone. Your changes are back.').waitFor();
    expect(await firstNames(page, 2)).toEqual(['Ann', 'Bo']);
    await page.unroute('**/designate/editing/**');
    await page.reload();
    await expect.poll(() => firstNames(page, 2)).toEqual(['Ann', 'Bo']);
    await passTypingPause(page);
    const names = async () => (await studentsOf(bench.orm, school)).map(({ first }) => first);
    await expect.poll(names).toEqual(['Ann', 'Bo']);
    bench.browser.takeComplaints();
  });
});

describe('a student who is removed before the draft can be changed', () => {
  it('is named without a question once it can, the others move up with their IDs, and Undo restores the list', async () => {
    const { school, counselor } = await bench.newSchool();
    const designation = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 40,
      criteria: 'CUMULATIVE_GPA',
      students: ['Ann', 'Bo', 'Cy'].map((first) => ({ first, last: 'Lee' })),
    });
    const ids = designation.students.map(({ id }) => id);
    const page = await editorPage(bench, counselor);
    const services = await holdScript(page, 'draft-services');
    await bench.open(page, 'students', school);
    const stored = () =>
      storedRows(bench.orm, StudentEntity, ['id', 'first'], {
        where: { designation: designation.id },
        orderBy: { position: 'asc' },
      });
    const lines = () => page.locator('.student-line-name').allInnerTexts();

    await (await field(page, 2, 'Last name')).fill('Kim');
    await press(page, 'Remove this student');
    expect(await page.getByText(/^Removed /).count()).toBe(0);
    services.release();
    await page.getByText('Removed Bo Kim. Students below moved up one place.').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await focusedText(page)).toMatch(/^Removed Bo Kim/);
    expect(await lines()).toEqual(['Ann Lee', 'Cy Lee', 'No name yet', 'No name yet']);
    await expectNoAxeViolations(page);
    await passTypingPause(page);
    await expect.poll(stored).toEqual([
      { id: ids[0], first: 'Ann' },
      { id: ids[2], first: 'Cy' },
    ]);

    await press(page, 'Undo');
    await page.getByText('Undone').waitFor();
    expect(await lines()).toEqual(['Ann Lee', 'Bo Kim', 'Cy Lee', 'No name yet']);
    expect(await (await field(page, 2, 'Last name')).inputValue()).toBe('Kim');
    await passTypingPause(page);
    await expect.poll(async () => (await stored()).map(({ first }) => first)).toEqual(['Ann', 'Bo', 'Cy']);
    expect((await stored()).map(({ id }) => id)).toEqual([ids[0], expect.any(String), ids[2]]);

    await (await field(page, 4, 'First name')).focus();
    await press(page, 'Remove this student');
    await page.getByText('Removed student 4.').waitFor();
  });
});
