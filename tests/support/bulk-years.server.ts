import type { Page } from 'playwright-core';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import type { DesignateApp } from '#tests/support/designate-app.server.ts';

let lastYear = 2000;

type Given = Partial<Parameters<typeof makeDesignation>[1]>;

/** Makes a year with a designation per name: by default PENDING and complete, for a new school with one counselor. */
export async function yearOf(
  bench: Pick<DesignateApp, 'orm'>,
  designations: Record<string, Given>,
): Promise<{ year: MadeYear; counselors: MadeUser[] }> {
  lastYear += 1;
  const year = await makeYear(bench.orm, { year: lastYear, status: 'INACTIVE' });
  const counselors: MadeUser[] = [];
  for (const [name, given] of Object.entries(designations)) {
    const school = await makeSchool(bench.orm, { name });
    const { user } = await makeCounselor(bench.orm, [school.id]);
    counselors.push(user);
    await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: year.id,
      submittedById: user.id,
      status: 'PENDING',
      classSize: 10,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
      ...given,
    });
  }
  return { year, counselors };
}

/** Returns the statuses of a year's designations, sorted by school. */
export async function statusesOf(bench: Pick<DesignateApp, 'orm'>, year: MadeYear): Promise<string[]> {
  const rows = await bench.orm.em
    .fork()
    .find(
      DesignationEntity,
      { academicYear: year.id },
      { populate: ['highSchool'], orderBy: { highSchool: { name: 'asc' } } },
    );
  return rows.map(({ highSchool, status }) => `${highSchool.name} ${status}`);
}

/** Returns whether the page fits without horizontal scrolling. */
export async function fits(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
}
