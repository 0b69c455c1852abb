import type { Page } from 'playwright-core';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type DesignateApp, studentForm } from '#tests/support/designate-app.server.ts';

/** A school whose started designation, of 20 juniors, two of its counselors may edit. */
export interface SavingScene {
  readonly school: MadeSchool;
  readonly kim: MadeUser;
  readonly robin: MadeUser;
  /** What is stored of its students, in their order. */
  storedStudents(): Promise<{ id: string; first: string; phone: string }[]>;
  storedNames(): Promise<string[]>;
  storedComment(): Promise<string | null>;
  /** In how many tabs it is open. */
  editors(): Promise<number>;
}

export async function savingScene(bench: DesignateApp, students = 0): Promise<SavingScene> {
  const { school } = await bench.newSchool();
  const counselor = async (firstName: string, lastName: string) =>
    (await makeCounselor(bench.orm, [school.id], { firstName, lastName })).user;
  const kim = await counselor('Kim', 'Lee');
  const designation = await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: kim.id,
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students,
  });
  const rows = <Row extends object>(sql: string) => bench.orm.em.fork().execute<Row[]>(sql, [designation.id]);
  const storedStudents = () =>
    rows<{ id: string; first: string; phone: string }>(
      'select id, first, phone from student where designation_id = ? order by position',
    );
  return {
    school,
    kim,
    robin: await counselor('Robin', 'Reed'),
    storedStudents,
    storedNames: async () => (await storedStudents()).map(({ first }) => first),
    storedComment: async () => {
      const [row] = await rows<{ criteria_comment: string | null }>(
        'select criteria_comment from designation where id = ?',
      );
      return row?.criteria_comment ?? null;
    },
    editors: async () => {
      const open = await rows('select from designation_editor where designation_id = ?');
      return open.length;
    },
  };
}

export const firstName = (page: Page, place: number) => studentForm(page, place).getByLabel('First name');
export const phone = (page: Page, place: number) => studentForm(page, place).getByLabel('Phone');

/** The line about saving, and below it who else is there; both without what is only read out. */
export const saving = (page: Page) => page.locator('.save-status > p');
export const others = (page: Page) => page.locator('.save-status > div');

export async function untilSaved(page: Page): Promise<void> {
  await saving(page)
    .getByText(/^Saved \d\d:\d\d/)
    .waitFor();
}

/** Comes back to a tab, as its window would: what it does then by itself it also does every few seconds. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
