import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  enterStudent,
  expectStep,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };
const DOUBLE = 'Students 1 and 3 may be the same person.';

let counselor: MadeUser;
let school: MadeSchool;
beforeAll(async () => {
  const { orm, year } = bench;
  school = await makeSchool(orm, { name: 'Elder High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  const other = await makeSchool(orm, { name: 'Quixote High' });
  const stranger = await makeCounselor(orm, [other.id], { firstName: 'Quentin', lastName: 'Quarrel' });
  const made = { academicYearId: year.id, criteria: 'CUMULATIVE_GPA' } as const;
  await makeDesignation(orm, {
    ...made,
    highSchoolId: school.id,
    submittedById: counselor.id,
    classSize: 30,
    students: [ANN, {}, { ...ANN, first: ' ANN' }],
  });
  await makeDesignation(orm, {
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
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await expectStep(page, 'Review');
    const corrected = await shown(page);
    expect(corrected).not.toContain('another school');
    expect(corrected).not.toContain('may be the same person');

    await submit(page);
    await expectStep(page, 'Submitted');
  });
});
