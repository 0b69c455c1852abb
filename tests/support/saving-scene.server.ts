import { raw } from '@mikro-orm/core';
import type { Page } from 'playwright-core';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type DesignateApp, openStudent, passTypingPause } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

/** A school with a designation that two of its counselors may edit. Kim started it. */
export interface SavingScene {
  readonly school: MadeSchool;
  readonly designation: MadeDesignation;
  readonly kim: MadeUser;
  readonly robin: MadeUser;
  storedStudents(): Promise<{ id: string; first: string; preferred: string; phone: string }[]>;
  storedNames(): Promise<string[]>;
  storedComment(): Promise<string | null>;
  storedSize(): Promise<number | null>;
  /** Returns how many tabs have the designation open. */
  editors(): Promise<number>;
  /** Changes the stored comment without an event. */
  commentElsewhere(comment: string): Promise<void>;
  /** Reverses the stored order of the students without an event. */
  reverseElsewhere(): Promise<void>;
}

/** Makes a designation, by default STARTED, with a class size of 20 and no students. */
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
  const em = () => bench.orm.em.fork();
  const { id } = designation;
  const storedStudents = () =>
    storedRows(bench.orm, StudentEntity, ['id', 'first', 'preferred', 'phone'], {
      where: { designation: id },
      orderBy: { position: 'asc' },
    });
  const storedMethod = () => em().findOneOrFail(DesignationEntity, { id });
  return {
    school,
    designation,
    kim,
    robin: await counselor('Robin', 'Reed'),
    storedStudents,
    storedNames: async () => (await storedStudents()).map(({ first }) => first),
    storedComment: async () => (await storedMethod()).criteriaComment ?? null,
    storedSize: async () => (await storedMethod()).classSize ?? null,
    editors: () => em().count(DesignationEditorEntity, { designation: id }),
    commentElsewhere: async (criteriaComment) => {
      await em().nativeUpdate(DesignationEntity, { id }, { criteriaComment });
    },
    reverseElsewhere: async () => {
      const { version } = await storedMethod();
      await em().nativeUpdate(StudentEntity, { designation: id }, { position: raw('1000 - position') });
      await em().nativeUpdate(DesignationEntity, { id }, { version: version + 1 });
    },
  };
}

/** Returns the first name field of the student at this position, from 1. Expands the form if necessary. */
export const firstName = async (page: Page, index: number) =>
  (await openStudent(page, index)).getByLabel('First name');
export const phone = async (page: Page, index: number) =>
  (await openStudent(page, index)).getByLabel('Phone');

/** Returns the save status, and the other editors below it. */
export const saveStatus = (page: Page) => page.locator('.save-status > p');
export const otherEditors = (page: Page) => page.locator('.save-status > div');

/** Passes the typing pause, and waits for the save. */
export async function untilSaved(page: Page): Promise<void> {
  await passTypingPause(page);
  await saveStatus(page)
    .getByText(/^Saved at \d{1,2}:\d\d [AP]M AK[SD]T/)
    .waitFor();
}

/** Simulates returning to the tab, which immediately runs the check that otherwise runs every few seconds. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Returns the message about changes merged from another editor. */
export const incoming = (page: Page) => otherEditors(page).getByText('Updated with ');

/** Returns the banner shown for unsaved changes. */
export const unsavedChangesBanner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: "Your changes are still here, but they aren't saved." });
