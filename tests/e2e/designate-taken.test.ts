import { describe, expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeStaff, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  agree,
  expectStep,
  storedDrafts,
  openStudent,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

async function scene(status: DesignationStatus, by?: { id: string }) {
  const { school, counselor } = await bench.newSchool();
  const designation = await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: by?.id ?? counselor.id,
    status,
    classSize: 10,
    criteria: 'CUMULATIVE_GPA',
    criteriaComment: 'As ever.',
    students: 1,
  });
  return { school, counselor, designation };
}

async function colleagueOf(school: MadeSchool): Promise<MadeUser> {
  const colleague = await makeUser(bench.orm, { firstName: 'Robin', lastName: 'Reed' });
  await makeStaff(bench.orm, { highSchoolId: school.id, userId: colleague.id });
  return colleague;
}

/** Keeps the version, so that only the status can cause the refusal. */
function setStatus({ id }: MadeDesignation, status: DesignationStatus) {
  return bench.orm.em.fork().nativeUpdate(DesignationEntity, { id }, { status, version: 1 });
}

describe('a designation that exists already', () => {
  it("continues from the dashboard where the work stopped, or opens the agreement from the school's name", async () => {
    const { school, counselor } = await scene('STARTED');
    const page = await bench.pageOf(counselor);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: `Continue: 1 of 1 complete for ${school.name}` }).click();
    await expectStep(page, 'Students');
    expect(new URL(page.url()).pathname).toBe('/designate/students');
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: school.name, exact: true }).first().click();
    await expectStep(page, 'Agreement');
  });

  it.each([
    ['APPROVED', 'This designation has been approved, it cannot be edited.'],
    ['REJECTED', 'This designation has been rejected, it cannot be edited.'],
  ] as const)("can't be edited once it is %s", async (status, sentence) => {
    const { school, counselor, designation } = await scene('PENDING');
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'agreement', school);
    await setStatus(designation, status);
    await agree(page);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    bench.browser.takeComplaints();

    for (const step of ['agreement', 'method', 'students', 'review', 'submit']) {
      await bench.open(page, step, school);
      await expectStep(page, 'Agreement');
      expect(await page.getByRole('alert').innerText()).toContain(sentence);
      expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    }
    await expectNoAxeViolations(page);
  });

  it('is loaded into the draft when it is pending and the user confirms', async () => {
    const { school, counselor, designation } = await scene('PENDING');
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'agreement', school);
    await agree(page);
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain(
      'This designation has already been submitted and is pending review. Are you sure you want to edit it?',
    );
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectStep(page, 'Agreement');

    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Edit designation' }).click();
    await expectStep(page, 'Method');
    bench.browser.takeComplaints();
    expect(await page.getByLabel('Class size').inputValue()).toBe('10');
    expect(await page.getByLabel('Comment').inputValue()).toBe('As ever.');
    const [draft] = Object.values(await storedDrafts(page)).map(
      (text) => JSON.parse(text) as { students: unknown[] },
    );
    expect(draft).toMatchObject({
      id: designation.id,
      students: [{ first: designation.students[0]?.first }],
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await (await openStudent(page, 1)).getByLabel('First name').inputValue()).toBe(
      designation.students[0]?.first,
    );
  });

  it('names the colleague who started it, and asks before editing', async () => {
    const { school, counselor } = await bench.newSchool();
    const colleague = await colleagueOf(school);
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: colleague.id,
      classSize: 20,
      criteria: 'OTHER',
    });
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'agreement', school);
    await agree(page);
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain(
      'Robin Reed has already started this designation. Are you sure you want to edit it?',
    );
    await dialog.getByRole('button', { name: 'Edit designation' }).click();
    await expectStep(page, 'Method');
    bench.browser.takeComplaints();
    expect(await page.getByLabel('Class size').inputValue()).toBe('20');
    expect(await page.getByRole('radio', { name: 'Other' }).isChecked()).toBe(true);
  });

  it.each(['STARTED', 'RETURNED'] as const)('is resumed immediately when your own is %s', async (status) => {
    const { school, counselor } = await scene(status);
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'agreement', school);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Method');
    expect(await page.getByLabel('Comment').inputValue()).toBe('As ever.');
  });

  it('that an administrator started leads the school to the agreement', async () => {
    const { school, counselor } = await bench.newSchool();
    const designation = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: (await makeAdmin(bench.orm, { lastName: 'Minton' })).id,
      acceptedTermsAt: null,
    });
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'method', school);
    await expectStep(page, 'Agreement');
    await agree(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Edit designation' }).click();
    await expectStep(page, 'Method');
    bench.browser.takeComplaints();
    const row = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });
    expect(row.acceptedTermsAt).not.toBeNull();
  });

  it("that can't be loaded shows the server's message, or ‘Error: ’ and the error", async () => {
    const { school, counselor } = await scene('PENDING');
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'agreement', school);
    await agree(page);
    const responses = [
      { status: 503, json: { statusCode: 503, error: 'Service Unavailable', message: 'Back in a moment.' } },
      { status: 200, json: { id: 7 } },
    ];
    for (const response of responses) {
      await page.route('**/api/designations/*', (route) => route.fulfill(response));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Edit designation' }).click();
      const shownText = response.status === 503 ? 'Back in a moment.' : 'Error: Validation error';
      const alert = page.getByRole('alert').filter({ hasText: shownText });
      await alert.waitFor();
      expect((await alert.innerText()).trim()).toBe(shownText);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alertdialog').waitFor();
    }
    bench.browser.takeComplaints();
  });
});

describe("the guards of the steps' URLs", () => {
  it('redirect to the agreement without accepted terms, keeping school and year', async () => {
    const { school, counselor } = await bench.newSchool();
    const page = await bench.pageOf(counselor);
    for (const step of ['method', 'students', 'review', 'submit']) {
      await page.goto(bench.step(step, school));
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(bench.step('agreement', school));
    }
    await page.goto(`/designate?${new URL(page.url()).searchParams.toString()}`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    bench.browser.takeComplaints();
  });

  it('redirect later steps to the method until it has criteria', async () => {
    const { school, counselor } = await bench.newSchool();
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 10,
    });
    const page = await bench.pageOf(counselor);
    for (const [step, shown] of [
      ['method', 'Method'],
      ['students', 'Agreement'],
      ['review', 'Agreement'],
      ['submit', 'Agreement'],
    ] as const) {
      await page.goto(bench.step(step, school));
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(shown);
    }
  });

  it("return 404 for another user's school", async () => {
    const { counselor } = await bench.newSchool();
    const stranger = await makeSchool(bench.orm, { name: 'Not Yours High' });
    const page = await bench.pageOf(counselor);
    for (const school of [stranger, { id: 'nonsense' }, { id: counselor.id }]) {
      const response = await page.goto(bench.step('agreement', school));
      expect(response?.status()).toBe(404);
      const shownText = await page.getByRole('main').innerText();
      expect(shownText).toContain('Error: Cannot designate for unknown highschool');
      expect(shownText).not.toContain('Not Yours');
    }
    bench.browser.takeComplaints();
  });

  it('explain what to do if no school was chosen', async () => {
    const { counselor } = await bench.newSchool();
    const page = await bench.pageOf(counselor);
    await page.goto('/designate/agreement');
    expect(await page.getByRole('main').innerText()).toContain(
      'No high school selected to designate for. Please select one on your dashboard.',
    );
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('explain to an administrator that only the school can agree', async () => {
    const { school } = await scene('STARTED');
    const page = await bench.pageOf(await makeAdmin(bench.orm));
    for (const step of ['agreement', 'method', 'students', 'review']) {
      await page.goto(bench.step(step, school));
      expect(await page.getByRole('main').innerText()).toContain(
        "Only the school's own staff can agree to the terms",
      );
      expect(bench.browser.takeComplaints()).toEqual([expect.stringContaining('403')]);
    }
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  });

  it('redirect to the login page without a session, and back after signing in', async () => {
    const { school } = await scene('STARTED');
    const page = await bench.browser.newPage({ baseURL: bench.app.url });
    await page.goto(bench.step('method', school));
    expect(new URL(page.url()).searchParams.get('to')).toBe(bench.step('method', school));
  });
});
