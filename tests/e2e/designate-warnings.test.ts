import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { type MadeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import type { MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  editorPage,
  expectStep,
  openStudent,
  passTypingPause,
  studentForm,
  studentSlots,
  submit,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { hasFocus } from '#tests/support/import-session.server.ts';

const bench = useDesignateApp();
const ANN = { first: 'Ann', last: 'Lee', dateOfBirth: '2009-05-17' };
const HAINES = 'ZIP code 99827 is in Haines, AK. Check the city, state, or ZIP code.';
const SPELLING = 'Student 1 has the same address, spelled differently: “12 Main Street” and “12 Main St.”.';
const OTHER_SPELLING =
  'Student 3 has the same address, spelled differently: “12 Main St.” and “12 Main Street”.';
const PARENT = "The student's and the parent's email are the same. Correct the one that's wrong.";
const STAFF = 'This is the email of a staff member at your school.';
const CLASS_SIZE = 'In 2025, your class size was 20. Is 30 right?';
const APPROVED = 'This student was on your approved 2025 list.';

let lastYear: { id: string } | undefined;
let counselor: MadeUser;
let school: MadeSchool;

beforeEach(async () => {
  const { orm } = bench;
  lastYear ??= await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  ({ counselor, school } = await bench.newSchool());
  const made = { highSchoolId: school.id, submittedById: counselor.id, criteria: 'CUMULATIVE_GPA' } as const;
  await makeDesignation(orm, {
    ...{ ...made, academicYearId: lastYear.id, status: 'APPROVED', classSize: 20, students: [ANN, {}] },
  });
  const { address } = studentInput();
  await makeDesignation(orm, {
    ...{ ...made, academicYearId: bench.year.id, classSize: 30 },
    students: [
      { ...ANN, address: { ...address, address1: '12 Main Street' } },
      { first: 'Bo', last: 'Kim', email: 'bo@s.example.org', address: { ...address, zip5: '99827' } },
      {
        first: 'Pat',
        last: 'Ray',
        email: 'pat@x.example.org',
        parentEmail: 'pat@x.example.org',
        address: { ...address, address1: '12 Main St.' },
      },
    ],
  });
});

const slotTexts = (page: Page) => studentSlots(page).allInnerTexts();
const mainText = (page: Page) => page.getByRole('main').innerText();

describe('warnings about a draft', () => {
  it('appear next to the students, follow each save, link to the forms, prevent nothing, and are about the changes of a pending designation', async () => {
    const page = await editorPage(bench, counselor, { viewport: { width: 375, height: 740 } });
    await bench.open(page, 'students', school);
    const texts = await slotTexts(page);
    expect(texts[0]).toContain(APPROVED);
    expect(texts[1]).toContain(HAINES);
    expect(texts[2]).toContain(SPELLING);
    expect(texts[2]).toContain(PARENT);
    await expectNoAxeViolations(page);

    const form = await openStudent(page, 2);
    await form.getByLabel('Zipcode').fill('99801');
    await passTypingPause(page);
    await page.getByText(HAINES).waitFor({ state: 'detached' });
    await form.getByLabel('Email', { exact: true }).fill(counselor.email);
    await passTypingPause(page);
    await page.getByRole('status').getByText(STAFF).waitFor();
    const opened = await studentSlots(page).nth(1).innerText();
    expect(opened.indexOf(STAFF)).toBeGreaterThan(opened.indexOf('Zipcode'));
    expect(opened.indexOf(STAFF)).toBeLessThan(opened.indexOf('Next student'));
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    const items = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^(Student \d \(.+\)|Class size):/ });
    expect(await items.allInnerTexts()).toEqual([
      `Class size: ${CLASS_SIZE}`,
      `Student 1 (Ann Lee): ${OTHER_SPELLING}`,
      `Student 1 (Ann Lee): ${APPROVED}`,
      `Student 2 (Bo Kim): ${STAFF}`,
      `Student 3 (Pat Ray): ${SPELLING}`,
      `Student 3 (Pat Ray): ${PARENT}`,
    ]);
    await expectNoAxeViolations(page);
    await items.getByRole('link', { name: 'Student 3 (Pat Ray)' }).first().click();
    await expectStep(page, 'Students');
    const third = studentForm(page, 3).getByLabel('First name');
    await expect.poll(() => third.evaluate(hasFocus)).toBe(true);
    const top = await third.evaluate((input) => input.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(600);
    await (await openStudent(page, 3)).getByLabel('Address 1').fill('12 Main Street');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect(await mainText(page)).not.toContain(SPELLING);
    await submit(page);
    await expectStep(page, 'Submitted');

    await page.setViewportSize({ width: 768, height: 1024 });
    await bench.open(page, 'agreement', school);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Edit designation' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    const pending = await openStudent(page, 2);
    await pending.getByLabel('Zipcode').fill('99501');
    await pending.getByLabel('Email', { exact: true }).fill('bo@s.example.org');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    await page.getByText('ZIP code 99501 is in Anchorage, AK.').waitFor();
    const shown = await mainText(page);
    expect(shown).not.toContain(STAFF);
    expect(shown).toContain(PARENT);
    await expectShortLines(page);
    await page.getByRole('link', { name: 'Change student 2' }).click();
    await expectStep(page, 'Students');
    await studentForm(page, 2).waitFor();
    bench.browser.takeComplaints();
  });
});

/** On a tablet, phones, short emails, and the lines of addresses take one line each. */
async function expectShortLines(page: Page): Promise<void> {
  const contacts = page
    .getByRole('table', { name: 'Students' })
    .locator('td:nth-of-type(2) .text-break > div');
  const lines = await contacts.evaluateAll((all) =>
    all.map((line) => [line.textContent, Math.round(line.clientHeight / 24)]),
  );
  expect(lines.filter(([text]) => String(text).startsWith('('))).toEqual(
    Array(3).fill(['(907) 555-0123', 1]),
  );
  expect(lines).toContainEqual(['bo@s.example.org', 1]);
  const heights = await page
    .locator('.student-address > div > div')
    .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
  expect(heights).toHaveLength(6);
  expect(Math.max(...heights)).toBeLessThan(30);
}
