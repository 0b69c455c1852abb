import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { StudentEntity } from '#db/entities/student.ts';
import { makeDesignation, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  openStudent,
  studentForm,
  studentLine,
  studentSlots,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { openImport } from '#tests/support/import-session.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

const HEADER =
  'First name,Last name,Date of birth (mm/dd/yyyy),Phone,Email,Parent Email,Address1,City,Zipcode';

function csvOf(names: readonly string[]): { name: string; mimeType: string; buffer: Buffer } {
  const rows = names.map(
    (name) => `${name},Lee,3/4/2010,9075550123,${name}@s.example.org,,1 Spruce St,Juneau,99801`,
  );
  return { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...rows].join('\n')) };
}

async function withoutScripts(user: { id: string }): Promise<Page> {
  return bench.pageOf(user, { javaScriptEnabled: false });
}

async function importFile(page: Page, file: ReturnType<typeof csvOf>): Promise<void> {
  await openImport(page);
  await page.getByLabel('Excel or CSV file').setInputFiles(file);
  const answered = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await answered;
}

describe('without scripts', () => {
  it('a designation is submitted from the agreement', async () => {
    const { school, counselor } = await bench.newSchool();
    const page = await withoutScripts(counselor);
    const students = studentInputs(2);
    await page.goto(bench.step('agreement', school));
    expect(await page.locator('form').getByRole('listitem').allInnerTexts()).toEqual([
      'The students are in the top ten percent of the junior class at the end of the spring term.',
      'Ties are resolved on academic factors.',
      'Dual-enrolled students are counted by their primary school, the one where they have the most credits.',
    ]);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Please accept the designation terms.');
    bench.browser.takeComplaints();
    await agree(page);

    await expectStep(page, 'Method');
    await chooseMethod(page, 24, 'Other');
    expect(await page.getByRole('alert').innerText()).toContain('Explain your criteria');
    expect(await page.getByLabel('Class size').inputValue()).toBe('24');
    bench.browser.takeComplaints();
    await page.getByLabel('Comment').fill('By hand.');
    await page.getByRole('button', { name: 'Continue' }).click();

    await expectStep(page, 'Students');
    for (const [index, student] of students.entries()) await enterStudent(page, index + 1, student);
    await (await openStudent(page, 2)).getByLabel('Phone').fill('907');
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    expect(await page.getByRole('alert').innerText()).toContain(
      'Student 2: Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...',
    );
    expect(await (await openStudent(page, 1)).getByLabel('Email', { exact: true }).inputValue()).toBe(
      students[0]?.email,
    );
    bench.browser.takeComplaints();
    await (await openStudent(page, 2)).getByLabel('Phone').fill('907.555.0199');
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();

    await expectStep(page, 'Review');
    expect(await page.locator('form noscript').innerText()).toBe(
      'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.',
    );
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectStep(page, 'Submitted');
  });

  it('moving between students stores valid values and keeps invalid ones', async () => {
    const { school, counselor } = await bench.newSchool();
    const page = await withoutScripts(counselor);
    await page.goto(bench.step('agreement', school));
    await agree(page);
    await chooseMethod(page, 30);
    await (await openStudent(page, 1)).getByLabel('First name').fill('Ann');
    await page.getByRole('button', { name: 'Next student' }).click();
    await studentForm(page, 2).waitFor();
    expect(new URL(page.url()).searchParams.get('student')).toBe('2');
    const storedNames = async () => (await studentsOf(bench.orm, school)).map(({ first }) => ({ first }));
    expect(await storedNames()).toEqual([{ first: 'Ann' }]);
    await studentForm(page, 2).getByLabel('Phone').fill('907');
    await (await openStudent(page, 3)).getByLabel('First name').fill('Cy');
    expect(await studentLine(page, 2).innerText()).toContain('1 invalid');
    expect(await (await openStudent(page, 2)).getByLabel('Phone').inputValue()).toBe('907');
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await page
      .getByRole('alert')
      .getByRole('button', { name: 'Student 3: Last name is required. And 6 more.' })
      .click();
    expect(await studentForm(page, 3).getByLabel('First name').inputValue()).toBe('Cy');
    expect(await studentLine(page, 1).innerText()).toContain('Ann');
    bench.browser.takeComplaints();
  });

  it('Back keeps incomplete input', async () => {
    const { school, counselor } = await bench.newSchool();
    const page = await withoutScripts(counselor);
    await page.goto(bench.step('agreement', school));
    await agree(page);
    await chooseMethod(page, 20);
    await (await openStudent(page, 2)).getByLabel('First name').fill('Only this');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await (await openStudent(page, 1)).getByLabel('First name').inputValue()).toBe('');
    expect(await (await openStudent(page, 2)).getByLabel('First name').inputValue()).toBe('Only this');
  });

  it('the import fills the forms on the server, and asks before replacing', async () => {
    const { school, counselor } = await bench.newSchool();
    const page = await withoutScripts(counselor);
    await page.goto(bench.step('agreement', school));
    await agree(page);
    await chooseMethod(page, 20);
    const names = () => page.locator('.student-line-name').allInnerTexts();
    await importFile(page, csvOf(['Ann', 'Bo', 'Cy']));
    expect(await names()).toEqual(['Ann Lee', 'Bo Lee']);
    expect(await page.getByRole('main').innerText()).toContain(
      'The file has 3 students, but your list has 2 spots. We skipped the last student.',
    );

    await importFile(page, csvOf(['Di', 'Ed']));
    expect(await names()).toEqual(['Ann Lee', 'Bo Lee']);
    const question = page.getByRole('alert').filter({ hasText: 'Replace 2 students?' });
    expect(await question.innerText()).toContain("We'll remove Ann Lee and Bo Lee from your list.");
    await question.getByRole('button', { name: 'Keep my list' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await names()).toEqual(['Ann Lee', 'Bo Lee']);
    await importFile(page, csvOf(['Di', 'Ed']));
    await question.getByRole('button', { name: 'Replace 2 students' }).click();
    await page.getByText('2 students imported.').waitFor();
    expect(await names()).toEqual(['Di Lee', 'Ed Lee']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone. Your earlier list is back.').waitFor();
    expect(await names()).toEqual(['Ann Lee', 'Bo Lee']);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Redone. Your changes are back.').waitFor();
    expect(await names()).toEqual(['Di Lee', 'Ed Lee']);

    for (const [text, sentence, name = 'students.csv'] of [
      ['First name\nAnn', "This file contains text, but its name doesn't end in .csv", 'students.html'],
      ['PK\u0003\u0004\0\0', 'Unable to parse CSV - is it formatted correctly?'],
      ['Homeroom,Locker\n12b,7', "We don't recognize any columns in this file."],
      [
        'First name,Date of birth\nAnn,03/04/2010',
        'Some dates of birth can be read more than one way, such as “03/04/2010”.',
      ],
      [`First name\n${'Ann\n'.repeat(1_400_000)}`, 'The file is larger than 5 MB.'],
    ] as const) {
      await importFile(page, { ...csvOf([]), name, buffer: Buffer.from(text) });
      expect(await names()).toEqual(['Di Lee', 'Ed Lee']);
      expect(await page.getByRole('alert').innerText()).toContain(sentence);
    }
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await expectStep(page, 'Review');
  });

  it('a smaller class size asks in the page before it removes students', async () => {
    const { school, counselor } = await bench.newSchool();
    const designation = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: 2,
    });
    const page = await withoutScripts(counselor);
    await page.goto(bench.step('method', school));
    await chooseMethod(page, 10);
    expect(await page.getByRole('alert').innerText()).toContain('Choose 1 student to remove from your list.');
    expect(await page.getByText("With a class of 10, you'll designate 1 student.").isVisible()).toBe(true);
    const boxes = page.getByRole('group', { name: 'Students to remove' }).getByRole('checkbox');
    expect(await boxes.nth(1).isChecked()).toBe(true);
    await boxes.nth(0).check();
    await page.getByRole('button', { name: 'Remove students and continue' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Choose exactly 1 student to remove. You chose 2.' })
      .waitFor();
    bench.browser.takeComplaints();
    await boxes.nth(0).check();
    await boxes.nth(1).uncheck();
    await page.getByRole('button', { name: 'Remove students and continue' }).click();
    await expectStep(page, 'Students');
    expect(await studentSlots(page).count()).toBe(1);
    const stored = await storedRows(bench.orm, StudentEntity, ['id'], {
      where: { designation: designation.id },
    });
    expect(stored).toEqual([{ id: designation.students[1]?.id }]);
  });

  it('a designation that a colleague started is continued after a confirmation', async () => {
    const { school, counselor } = await bench.newSchool();
    const colleague = await makeUser(bench.orm, { firstName: 'Robin', lastName: 'Reed' });
    await makeStaff(bench.orm, { highSchoolId: school.id, userId: colleague.id });
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: colleague.id,
    });
    const page = await withoutScripts(counselor);
    await page.goto(bench.step('agreement', school));
    await agree(page);
    await expect
      .poll(() => page.getByRole('main').innerText())
      .toContain('Robin Reed has already started this designation. Are you sure you want to edit it?');
    bench.browser.takeComplaints();
    await page.getByRole('button', { name: 'Edit designation' }).click();
    await expectStep(page, 'Method');
  });

  it('a pending designation explains that JavaScript is needed', async () => {
    const { school, counselor } = await bench.newSchool();
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      classSize: 10,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
    });
    const page = await withoutScripts(counselor);
    for (const step of ['agreement', 'method', 'students']) {
      await page.goto(bench.step(step, school));
      expect(await page.getByRole('main').innerText()).toContain('To edit it, turn on JavaScript');
    }
    await (await openStudent(page, 1)).getByLabel('First name').fill('Changed');
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    expect(await page.getByRole('alert').innerText()).toContain('To edit it, turn on JavaScript');
    expect(await (await openStudent(page, 1)).getByLabel('First name').inputValue()).toBe('Changed');
    bench.browser.takeComplaints();
  });

  it('a version that someone else saved in the meantime is not overwritten', async () => {
    const { school, counselor } = await bench.newSchool();
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
    });
    const [mine, theirs] = [await withoutScripts(counselor), await withoutScripts(counselor)];
    await mine.goto(bench.step('method', school));
    await theirs.goto(bench.step('method', school));
    await chooseMethod(theirs, 40);
    await expectStep(theirs, 'Students');

    await chooseMethod(mine, 30);
    await mine.getByText('You changed this in another tab or on another device on ').waitFor();
    expect(await mine.getByLabel('Class size').inputValue()).toBe('30');
    bench.browser.takeComplaints();
    await mine.getByRole('button', { name: 'Keep my version' }).click();
    await expectStep(mine, 'Students');
    expect(await studentSlots(mine).count()).toBe(3);
  });
});
