import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import {
  makeDesignation,
  type MadeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  expectStep,
  openStudent,
  studentSlots,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { fillStudent } from '#tests/support/student-form.ts';

const SAVED = 'Designation details have been updated!';
const INVALID_EMAIL = 'Enter an email address like name@example.org.';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

/** PENDING, class of 24, both of the two possible students. */
beforeEach(async () => {
  const school = await makeSchool(bench.orm, { name: 'Hazel High' });
  designation = await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: admin.id,
    status: 'PENDING',
    classSize: 24,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
  });
});

const path = () => `/designations/${designation.id}/edit/students`;

/** A named field in the form of the student at this position, from 1. */
async function field(page: Page, index: number, name: string) {
  return (await openStudent(page, index)).locator(`[name="students[${index - 1}].${name}"]`);
}

const stored = () =>
  storedRows(bench.orm, StudentEntity, ['id', 'first'], {
    where: { designation: designation.id },
    orderBy: { position: 'asc' },
  });

const names = async () => (await stored()).map(({ first }) => first);
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const errors = (page: Page) => page.getByRole('alert').getByRole('listitem').allTextContents();

describe("the administrator's edit of students", () => {
  it("changes their order, corrects one after an error and a colleague's change, removes and adds students, and loses nothing, on a phone", async () => {
    const [one, two] = designation.students;
    const page = await bench.pageOf(admin, PHONE);
    await page.goto(path());
    expect(await studentSlots(page).count()).toBe(2);
    await expectNoAxeViolations(page);
    await openStudent(page, 1);
    await page.getByRole('button', { name: 'Move down' }).click();
    await expect.poll(async () => (await field(page, 2, 'first')).inputValue()).toBe(one?.first);
    await (await field(page, 2, 'first')).fill('Corrected');
    await (await field(page, 2, 'email')).fill('not an address');
    await save(page);
    await expect.poll(() => errors(page)).toEqual([`Student 2: ${INVALID_EMAIL}`]);
    bench.browser.takeComplaints();
    expect(await (await field(page, 2, 'first')).inputValue()).toBe('Corrected');
    await (await field(page, 2, 'email')).fill('right@students.example.org');

    const em = bench.orm.em.fork();
    await em.nativeUpdate(DesignationEntity, { id: designation.id }, { version: 2 });
    await em.nativeDelete(StudentEntity, { id: two?.id ?? '' });
    await save(page);
    await expect
      .poll(() => errors(page))
      .toEqual([
        'Unable to save designation changes: This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
      ]);
    bench.browser.takeComplaints();
    expect(await (await field(page, 2, 'first')).inputValue()).toBe('Corrected');
    expect(await names()).toEqual([one?.first]);
    await expect.poll(() => page.locator('[name="version"]').inputValue()).toBe('2');
    await save(page);
    await page.getByText(SAVED).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/designations/${designation.id}`);
    const saved = await stored();
    expect(saved.map(({ id, first }) => [id === one?.id, first])).toEqual([
      [false, two?.first],
      [true, 'Corrected'],
    ]);

    await page.getByRole('link', { name: 'Edit students' }).click();
    await expectStep(page, 'Edit students');
    await openStudent(page, 1);
    await page.getByRole('button', { name: 'Remove student 1' }).click();
    await expect.poll(() => studentSlots(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Add student' }).click();
    await expect.poll(() => studentSlots(page).count()).toBe(2);
    expect(await (await field(page, 1, 'first')).inputValue()).toBe('Corrected');
    expect(await (await field(page, 2, 'address.state')).inputValue()).toBe('AK');
    const { last, dateOfBirth, phone, email, address } = studentInput();
    const { address1, city, zip5 } = address;
    const entered = { first: 'Added', last, dateOfBirth, phone, email };
    await fillStudent(page, 1, { ...entered, address: { address1, city, zip5 } });
    await save(page);
    await page.getByText(SAVED).waitFor();
    expect(await names()).toEqual(['Corrected', 'Added']);
  });

  it('handles a slow click on Save although the field left before is invalid, and can be canceled', async () => {
    const page = await bench.pageOf(admin);
    await page.clock.install();
    await page.goto(path());
    await (await field(page, 2, 'email')).fill('not an address');
    const button = page.getByRole('button', { name: 'Save' });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 3);
    await page.mouse.down();
    await page.clock.runFor(500);
    expect(await page.getByText(INVALID_EMAIL).count()).toBe(0);
    await page.mouse.up();
    await expect.poll(() => errors(page)).toEqual([`Student 2: ${INVALID_EMAIL}`]);
    bench.browser.takeComplaints();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hazel High' }).waitFor();
    expect(await names()).toEqual(designation.students.map(({ first }) => first));
  });
});
