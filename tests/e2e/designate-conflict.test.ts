import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  chooseMethod,
  expectStep,
  studentForm,
  submit,
  untilAlive,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const AUTOSAVED_MS = 500;

async function scene(status: DesignationStatus = 'STARTED', classSize = 20, students = 0) {
  const { school, counselor } = await bench.newSchool();
  const designation = await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: counselor.id,
    status,
    classSize,
    criteria: 'CUMULATIVE_GPA',
    students,
  });
  return { school, counselor, designation };
}

async function storedSize(id: string): Promise<number | null> {
  const [row] = await bench.orm.em
    .fork()
    .execute<{ class_size: number | null }[]>('select class_size from designation where id = ?', [id]);
  return row?.class_size ?? null;
}

const firstName = (page: Page, place: number) => studentForm(page, place).getByLabel('First name');

describe('somebody else’s newer version', () => {
  async function changedMeanwhile(id: string) {
    await bench.orm.em
      .fork()
      .execute(
        "update designation set criteria_comment = 'By a colleague.', version = version + 1 where id = ?",
        [id],
      );
  }

  it('is shown when a save meets it, and can be written over knowingly', async () => {
    const { school, counselor, designation } = await scene();
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'method', school);
    await changedMeanwhile(designation.id);
    await chooseMethod(page, 31);
    await page.getByRole('button', { name: 'Go on with what I entered' }).waitFor();
    bench.browser.takeComplaints();
    expect(await page.getByLabel('Class size').inputValue()).toBe('31');
    expect(await storedSize(designation.id)).toBe(20);
    expect(
      await page
        .getByRole('link', { name: 'See the latest version (opens in a new tab)' })
        .getAttribute('href'),
    ).toBe(`/designations/${designation.id}`);
    await page.getByRole('button', { name: 'Go on with what I entered' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await storedSize(designation.id)).toBe(31);
  });

  it('is shown on opening a step, and can be taken instead', async () => {
    const { school, counselor, designation } = await scene();
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'method', school);
    await page.getByLabel('Comment').fill('Mine.');
    await page.waitForTimeout(AUTOSAVED_MS);
    await changedMeanwhile(designation.id);
    await page.reload();
    await page.getByRole('button', { name: 'Load the latest instead' }).waitFor();
    expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
    await page.getByRole('button', { name: 'Load the latest instead' }).click();
    expect(await page.getByLabel('Comment').inputValue()).toBe('By a colleague.');
    expect(await page.getByText('Somebody else changed').count()).toBe(0);
  });

  it('does not disturb who has typed nothing', async () => {
    const { school, counselor, designation } = await scene();
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'method', school);
    await changedMeanwhile(designation.id);
    await page.reload();
    await untilAlive(page);
    expect(await page.getByLabel('Comment').inputValue()).toBe('By a colleague.');
    expect(await page.getByText('Somebody else changed').count()).toBe(0);
  });

  it('stops a submission, with a sentence', async () => {
    const { school, counselor, designation } = await scene('STARTED', 0);
    const page = await bench.pageOf(counselor);
    // The page would hear of it by itself, and show it.
    await page.route('**/designate/editing/**', (route) => route.fulfill({ status: 204 }));
    await bench.open(page, 'review', school);
    await changedMeanwhile(designation.id);
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Unable to submit designation: ' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Somebody else changed this');
    bench.browser.takeComplaints();
    await page.getByText('By a colleague.').waitFor();
    await submit(page);
    await expectStep(page, 'Submitted');
  });
});

describe('a submission that is refused', () => {
  it('says what is missing and leads to it', async () => {
    const { school, counselor, designation } = await scene('STARTED', 20, 1);
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'review', school);
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Unable to submit designation: ' });
    await alert.waitFor();
    bench.browser.takeComplaints();
    expect(await alert.innerText()).toContain(
      'A class of 20 designates exactly 2 students; this list has 1.',
    );
    await alert.getByRole('link', { name: /designates exactly/ }).click();
    await expectStep(page, 'Students');
    expect(await firstName(page, 1).inputValue()).toBe(designation.students[0]?.first);
  });
});
