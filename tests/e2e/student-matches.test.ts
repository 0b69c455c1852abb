import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import {
  makeDesignation,
  type MadeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  enterStudent,
  expectStep,
  openStudent,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };
const WARNING = "may also be on another school's list. Check where the student has the most credits.";
const DOUBLE = 'Students 1 and 3 may be the same person.';

let counselor: MadeUser;
let admin: MadeUser;
let school: MadeSchool;
let mine: MadeDesignation;
let theirs: MadeDesignation;
/** Values of the other school and its student that aren't on this school's designation too. */
let secrets: string[];

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  school = await makeSchool(orm, { name: 'Elder High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  const other = await makeSchool(orm, { name: 'Quixote High' });
  const stranger = await makeCounselor(orm, [other.id], { firstName: 'Quentin', lastName: 'Quarrel' });
  const made = { academicYearId: year.id, criteria: 'CUMULATIVE_GPA' } as const;
  mine = await makeDesignation(orm, {
    ...made,
    highSchoolId: school.id,
    submittedById: counselor.id,
    classSize: 30,
    students: [ANN, {}, { ...ANN, first: ' ANN' }],
  });
  theirs = await makeDesignation(orm, {
    ...made,
    highSchoolId: other.id,
    submittedById: stranger.user.id,
    status: 'PENDING',
    classSize: 20,
    students: [
      {},
      studentInput({ ...ANN, middle: 'Quillon', phone: '(907) 555-0177', email: 'quill@other.example.org' }),
    ],
  });
  const [, twin] = theirs.students;
  secrets = [
    ...['Quixote', 'Quillon', 'Quentin', 'Quarrel', '555-0177', 'quill@other.example.org'],
    ...[theirs.id, other.id, stranger.user.id, twin?.id ?? '', twin?.address.address1 ?? ''],
  ];
});

const shown = (page: Page) => page.getByRole('main').innerText();

describe('a student who may be on two lists', () => {
  it('is shown to staff only if both are on their own list, in every step, and blocks nothing', async () => {
    const page = await bench.pageOf(counselor, PHONE);
    await page.goto(bench.step('review', school));
    await waitForHydration(page);
    const atReview = await shown(page);
    expect(atReview).toContain(DOUBLE);
    expect(atReview).not.toContain('another school');
    expect(await page.getByRole('link', { name: 'Compare' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Back' }).click();
    await expectStep(page, 'Students');
    const warned = page.getByText('may be the same person');
    await expect
      .poll(() => warned.allInnerTexts())
      .toEqual([
        'This student and student 3 may be the same person.',
        'This student and student 1 may be the same person.',
      ]);
    await expectNoAxeViolations(page);
    await enterStudent(page, 3, studentInput({ first: 'Cy' }));
    await expect.poll(() => warned.count()).toBe(0);
    await (await openStudent(page, 3)).getByLabel('Date of birth').fill(ANN.dateOfBirth);
    await (await openStudent(page, 3)).getByLabel('First name').fill('ann');
    await (await openStudent(page, 3)).getByLabel('Last name').fill(ANN.last);
    await (await openStudent(page, 3)).getByLabel('Email', { exact: true }).focus();
    await expect.poll(() => warned.count()).toBe(2);
    await enterStudent(page, 3, studentInput({ first: 'Cy' }));
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await expectStep(page, 'Review');
    const corrected = await shown(page);
    expect(corrected).not.toContain('another school');
    expect(corrected).not.toContain('may be the same person');

    await submit(page);
    await expectStep(page, 'Submitted');
    await page.goto(`/designations/${mine.id}`);
    expect(await shown(page)).toContain('Students (3)');
    expect(await shown(page)).not.toContain('another school');
    await expectNoAxeViolations(page);
  });

  it("is shown to administrators side by side, with a disclosure; the details page has no other school's student", async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${mine.id}`);
    await waitForHydration(page);
    expect(await shown(page)).toContain(`Student 1 ${WARNING}`);
    const details = await page.content();
    // The next designation in the list is the other school's, so its name and URL appear on the page.
    expect(secrets.filter((secret) => details.includes(secret))).toEqual(['Quixote', theirs.id]);
    await page.getByRole('link', { name: 'Compare student 1 side by side' }).click();
    await expectStep(page, 'Compare students');
    const table = page.getByRole('table', { name: 'Student 1 side by side' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Item',
      'Elder High',
      'Quixote High',
    ]);
    const rows = await table.getByRole('row').allInnerTexts();
    const facts = rows.slice(1).map((row) => row.split(/\s*[\t\n]+\s*/));
    const [ann] = mine.students;
    const [, twin] = theirs.students;
    expect(facts).toEqual([
      ['Designation', 'Elder High', 'Pending', 'Quixote High', 'Pending'],
      ['Position on the list', '1', '2'],
      ['Name', 'Differs', 'Ann Zebrowski', 'Ann Quillon Zebrowski'],
      ['Preferred name', 'Not provided', 'Not provided'],
      ['Date of birth', '2009-05-17', '2009-05-17'],
      ['Email', 'Differs', ann?.email, 'quill@other.example.org'],
      ['Phone', 'Differs', '(907) 555-0123', '(907) 555-0177'],
      [
        'Address',
        'Differs',
        `${ann?.address.address1}, Juneau, AK 99801`,
        `${twin?.address.address1}, Juneau, AK 99801`,
      ],
    ]);
    await expectNoAxeViolations(page);
    expect(await disclosedTo(admin)).toEqual([
      ['designation.read', mine.students.map(({ id }) => id)],
      ['students.compare', [ann?.id, twin?.id]],
    ]);

    await page.setViewportSize(PHONE.viewport);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await table.getByRole('link', { name: 'Quixote High' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quixote High' }).waitFor();
    await page.goto(`/designations/${theirs.id}/compare/students`);
    expect(await shown(page)).toContain('Student 2: Ann Quillon Zebrowski');
  });
});

async function disclosedTo(user: MadeUser): Promise<unknown[]> {
  const rows = await storedRows(bench.orm, DisclosureEntity, ['purpose', 'studentIds'], {
    where: { actor: user.id },
    orderBy: { at: 'asc', purpose: 'asc' },
  });
  return rows.map(({ purpose, studentIds }) => [purpose, studentIds]);
}
