import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeInvite, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/browser-sign-in.ts';
import {
  agree,
  chooseMethod,
  expectStep,
  openStudent,
  storedDrafts,
  studentSlots,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { openDecision } from '#tests/support/review-page.ts';
import { type EnteredStudent, fillStudent } from '#tests/support/student-form.ts';

const STUDENTS: EnteredStudent[] = [
  {
    first: 'Núria',
    last: "O'Brien-Ivanoff",
    dateOfBirth: '2010-02-28',
    phone: '(907) 555-0111',
    email: 'nuria@students.example.org',
    address: { address1: '12 Spruce Street, Apt 3', city: 'Juneau', zip5: '99801' },
  },
  {
    first: 'Kai',
    last: 'Demientieff',
    dateOfBirth: '2009-11-05',
    phone: '(907) 555-0112',
    email: 'kai@students.example.org',
    address: { address1: 'PO Box 7', city: 'Bethel', zip5: '99559' },
  },
];

const SCHOOL = 'Lost Lake High School';
const QUESTION =
  'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.';

interface Scene {
  readonly admin: MadeUser;
  readonly school: MadeSchool;
  readonly invited: string;
}

const bench = useDesignateApp();
const { app, browser } = bench;
let lastYear: MadeYear;

beforeAll(async () => {
  lastYear = await makeYear(bench.orm, { year: 2025, status: 'INACTIVE' });
});

/** A school that designated by CUMULATIVE_GPA last year, and an invite for a counselor. */
async function makeScene(name: string): Promise<Scene> {
  const admin = await makeAdmin(bench.orm);
  const school = await makeSchool(bench.orm, { name });
  await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: lastYear.id,
    submittedById: admin.id,
    status: 'APPROVED',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 1,
  });
  const { email } = await makeInvite(bench.orm, {
    schools: [{ highSchoolId: school.id, position: 'COUNSELOR' }],
  });
  return { admin, school, invited: email };
}

/** From the invite to the dashboard, with a code and a new account. */
async function createAccount(page: Page, scene: Scene): Promise<void> {
  await signIn(page, app.mail, scene.invited);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Create your account');
  await page.getByLabel('First name').fill('Ruth');
  await page.getByLabel('Last name').fill('Kallander');
  await page.getByLabel('Phone').fill('(907) 555-0100');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

async function designate(page: Page, scene: Scene): Promise<void> {
  await page.getByRole('link', { name: scene.school.name }).first().click();
  await expectStep(page, 'Agreement');
  await expectGoodPage(page);
  const handbook = page.getByRole('link', { name: /program handbook/ }).last();
  expect(await handbook.getAttribute('href')).toMatch(/^https:/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please accept the designation terms.').first().waitFor();
  // The browser logs a 400 if the form was sent before its validation script loaded.
  expect(browser.takeComplaints().filter((complaint) => !complaint.includes('400 (Bad Request)'))).toEqual(
    [],
  );
  await agree(page);

  await expectStep(page, 'Method');
  await expectGoodPage(page);
  await page.getByLabel('Class size').fill('87');
  expect(await page.getByText("With a class of 87, you'll designate 9 students.").isVisible()).toBe(true);
  expect(await page.title()).toBe(`Method · ${scene.school.name} · Scholars`);
  await expectComparedMethod(page);
  await chooseMethod(page, 21);

  await expectStep(page, 'Students');
  await expectGoodPage(page);
  expect(await studentSlots(page).count()).toBe(2);
  expect(await (await openStudent(page, 1)).getByLabel('State').inputValue()).toBe('AK');
  for (const [index, student] of STUDENTS.entries()) await fillStudent(page, index, student);
  await page.getByRole('button', { name: 'Review' }).click();

  await expectStep(page, 'Review');
  await expectGoodPage(page);
  for (const { last, email } of STUDENTS) {
    expect(await page.getByText(last).first().isVisible()).toBe(true);
    expect(await page.getByText(email).first().isVisible()).toBe(true);
  }
  await submit(page);
  await expectGoodPage(page);
  const shown = await page.getByRole('main').innerText();
  expect(shown).toContain(`The 2026 designation for ${scene.school.name} has been submitted.`);
  expect(await page.getByRole('link', { name: /survey/ }).count()).toBe(1);
  expect(await storedDrafts(page)).toEqual({});
  const { designation, students } = await storedFor(scene.school);
  expect([designation.status, students]).toEqual(['PENDING', STUDENTS.map(({ email }) => email)]);
  await page.reload();
  await expectStep(page, 'Submitted');
}

/** Returns this year's designation of the school, and its students' email addresses in order. */
async function storedFor({ id: highSchool }: MadeSchool) {
  const em = bench.orm.em.fork();
  const designation = await em.findOneOrFail(DesignationEntity, { highSchool, academicYear: bench.year.id });
  const students = await em.find(StudentEntity, { designation }, { orderBy: { position: 'asc' } });
  return { designation, students: students.map(({ email }) => email) };
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.getByText(QUESTION).isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Submit designation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Submitted' }).waitFor();
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(true);
}

async function openFromList(page: Page, scene: Scene): Promise<void> {
  await page.goto('/designations');
  await page.getByRole('link', { name: `View ${scene.school.name} 2026` }).click();
  await page.getByRole('heading', { level: 1, name: scene.school.name }).waitFor();
}

async function decide(page: Page, status: string, reply?: { reason: string; note: string }): Promise<void> {
  if (reply === undefined) {
    await page.getByRole('button', { name: 'Approve' }).click();
  } else {
    const form = await openDecision(page, 'Return…');
    await form.getByRole('checkbox', { name: reply.reason }).check();
    await form.getByRole('textbox', { name: 'Note to the school' }).fill(reply.note);
    await form.getByRole('button', { name: 'Return designation' }).click();
  }
  await page.getByText('Designation details have been updated!').waitFor();
  await page.getByText(status).first().waitFor();
}

it(
  "a counselor with an invite designates from the dashboard, with the method compared with last year's while it is typed, corrects after a return, resubmits, is approved, and can't change it anymore, on a phone, where every step is accessible and fits, as in wide windows",
  { timeout: 120_000 },
  async () => {
    const scene = await makeScene(SCHOOL);
    const counsellor = await browser.newPage({ baseURL: app.url, viewport: VIEWPORTS.phone });
    await counsellor.goto('/');
    expect(new URL(counsellor.url()).pathname).toBe('/login');
    await createAccount(counsellor, scene);
    expect(await counsellor.getByRole('heading', { name: 'Unstarted Designations' }).isVisible()).toBe(true);
    await expectNoAxeViolations(counsellor);
    await designate(counsellor, scene);
    await counsellor.goto('/');
    const pending = counsellor.getByRole('region', { name: 'Pending Designations' });
    expect(await pending.innerText()).toContain(SCHOOL);

    const reviewer = await bench.pageOf(scene.admin);
    await openFromList(reviewer, scene);
    await decide(reviewer, 'Returned', {
      reason: 'An address is incomplete or wrong',
      note: 'Please add the apartment of the first student.',
    });

    await counsellor.goto('/');
    expect(await counsellor.getByText('Please add the apartment of the first student.').isVisible()).toBe(
      true,
    );
    await counsellor.getByRole('link', { name: SCHOOL }).first().click();
    await counsellor.getByRole('heading', { level: 1, name: 'Agreement' }).waitFor();
    await counsellor.getByRole('button', { name: 'Continue' }).click();
    await counsellor.getByRole('heading', { level: 1, name: 'Method' }).waitFor();
    await counsellor.getByRole('button', { name: 'Continue' }).click();
    await counsellor.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
    await (await openStudent(counsellor, 1)).getByLabel('Address 2').fill('Apt 3');
    await counsellor.getByRole('button', { name: 'Review' }).click();
    await counsellor.getByRole('heading', { level: 1, name: 'Review' }).waitFor();
    await submit(counsellor);

    await openFromList(reviewer, scene);
    expect(await reviewer.getByText('Apt 3', { exact: false }).first().isVisible()).toBe(true);
    await decide(reviewer, 'Approved');

    await counsellor.goto(`/designate/agreement?school=${scene.school.id}&year=${bench.year.id}`);
    expect(
      await counsellor.getByText('This designation has been approved, it cannot be edited.').isVisible(),
    ).toBe(true);
    const { designation } = await storedFor(scene.school);
    const refused = await counsellor.request.patch(`${app.url}/api/designations/${designation.id}`, {
      data: { classSize: 30 },
    });
    expect(refused.status()).toBe(409);
    expect(((await refused.json()) as { message: string }).message).toBe(
      'This designation has been approved, it cannot be edited.',
    );
  },
);

it('the bar of the review step without scripts covers no link that the keyboard reaches', async () => {
  const { school, counselor } = await bench.newSchool();
  await makeDesignation(bench.orm, {
    ...{ highSchoolId: school.id, academicYearId: bench.year.id, submittedById: counselor.id },
    ...{ classSize: 21, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const page = await bench.pageOf(counselor, { javaScriptEnabled: false, viewport: VIEWPORTS.phone });
  await page.goto(bench.step('review', school));
  const links = page.getByRole('link', { name: /^Change student/ });
  expect(await links.count()).toBe(2);
  for (const link of await links.all()) {
    await tabTo(page, link);
    const gap = await link.evaluate((element) => {
      const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
      return bar - element.getBoundingClientRect().bottom;
    });
    expect(gap).toBeGreaterThan(0);
  }
});

/** What depends on last year's method changes while this year's is typed. Ends with last year's criteria. */
async function expectComparedMethod(page: Page): Promise<void> {
  const question = page.getByText('In 2025, your class size was 20. Is 87 right?');
  await question.waitFor();
  await page.getByLabel('Class size').fill('25');
  await question.waitFor({ state: 'detached' });
  const hint = page.getByText("Explain why you're using different criteria this year.");
  const rule = page.getByText(
    "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
  );
  expect(await page.getByRole('radio', { name: 'Cumulative GPA', exact: true }).isChecked()).toBe(true);
  expect(await hint.count()).toBe(0);
  await page.getByRole('radio', { name: 'Cumulative weighted GPA' }).check();
  await hint.waitFor();
  await page.getByLabel('Comment').focus();
  await page.getByLabel('Comment').blur();
  expect(await rule.count()).toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /Explain your criteria/ })
    .click();
  await page.keyboard.type('Weighted since this year.');
  expect(await page.getByLabel('Comment').inputValue()).toBe('Weighted since this year.');
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  for (const viewport of [VIEWPORTS.desktop, VIEWPORTS.phone]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
  }
}
