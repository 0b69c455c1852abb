import type { Page } from 'playwright-core';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type DesignateApp, openStudent } from '#tests/support/designate-app.server.ts';

/** A school with a designation that two of its counselors may edit; Kim began it. */
export interface SavingScene {
  readonly school: MadeSchool;
  readonly designation: MadeDesignation;
  readonly kim: MadeUser;
  readonly robin: MadeUser;
  /** What is stored of its students, in their order. */
  storedStudents(): Promise<{ id: string; first: string; preferred: string; phone: string }[]>;
  storedNames(): Promise<string[]>;
  storedComment(): Promise<string | null>;
  storedSize(): Promise<number | null>;
  /** In how many tabs it is open. */
  editors(): Promise<number>;
  /** Somebody whom no event names changes the comment. */
  commentElsewhere(comment: string): Promise<void>;
  /** The same puts the students in the opposite order. */
  reverseElsewhere(): Promise<void>;
}

/** STARTED, of 20 juniors, with no students, unless told. */
export async function savingScene(
  bench: DesignateApp,
  given: { status?: DesignationStatus; classSize?: number; students?: number } = {},
): Promise<SavingScene> {
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
    students: 0,
    ...given,
  });
  const rows = <Row extends object>(sql: string) => bench.orm.em.fork().execute<Row[]>(sql, [designation.id]);
  const storedStudents = () =>
    rows<{ id: string; first: string; preferred: string; phone: string }>(
      'select id, first, preferred, phone from student where designation_id = ? order by position',
    );
  const storedMethod = async () => {
    const [row] = await rows<{ class_size: number | null; criteria_comment: string | null }>(
      'select class_size, criteria_comment from designation where id = ?',
    );
    return row;
  };
  const changeElsewhere = async (change: string, values: readonly string[]) => {
    await bench.orm.em
      .fork()
      .execute(`update designation set ${change}, version = version + 1 where id = ?`, [
        ...values,
        designation.id,
      ]);
  };
  return {
    school,
    designation,
    kim,
    robin: await counselor('Robin', 'Reed'),
    storedStudents,
    storedNames: async () => (await storedStudents()).map(({ first }) => first),
    storedComment: async () => (await storedMethod())?.criteria_comment ?? null,
    storedSize: async () => (await storedMethod())?.class_size ?? null,
    editors: async () => {
      const open = await rows('select from designation_editor where designation_id = ?');
      return open.length;
    },
    commentElsewhere: (comment) => changeElsewhere('criteria_comment = ?', [comment]),
    reverseElsewhere: async () => {
      await rows('update student set position = 1000 - position where designation_id = ?');
      await changeElsewhere('updated_at = updated_at', []);
    },
  };
}

/** Fields of the student at a place, from 1, whose form is opened for it. */
export const firstName = async (page: Page, place: number) =>
  (await openStudent(page, place)).getByLabel('First name');
export const phone = async (page: Page, place: number) =>
  (await openStudent(page, place)).getByLabel('Phone');

/** Brings the page's own tools late, as over a slow line. Answers what tells how often they were asked for. */
export async function delayTools(page: Page): Promise<() => number> {
  let asked = 0;
  await page.route('**/draft-services-*.js', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  return () => asked;
}

/** The line about saving, and below it who else is there; both without what is only read out. */
export const saving = (page: Page) => page.locator('.save-status > p');
export const others = (page: Page) => page.locator('.save-status > div');

export async function untilSaved(page: Page): Promise<void> {
  await saving(page)
    .getByText(/^Saved at \d{1,2}:\d\d [AP]M AK[SD]T/)
    .waitFor();
}

/** Comes back to a tab, as its window would: what it does then by itself it also does every few seconds. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** The line that tells what of whose was taken over. */
export const takenOver = (page: Page) => others(page).getByText('Updated with what ');

/** The notice that asks which version is to stay. */
export const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'What you entered is still here, but it is not saved.' });
