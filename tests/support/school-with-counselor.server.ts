import { beforeAll, beforeEach } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import type { Rest } from '#tests/support/rest-client.server.ts';

export interface SchoolWithCounselor {
  /** The same in each test of the file. */
  readonly year: MadeYear;
  readonly school: MadeSchool;
  readonly counselor: MadeUser;
}

type Given = Partial<Parameters<typeof makeDesignation>[1]>;

/** Makes a new school and its counselor for each test. Returns a function that makes the school's designation. */
export function useSchoolWithCounselor(
  rest: Rest,
  take: (made: SchoolWithCounselor) => void | Promise<void>,
  defaults: Given = {},
) {
  let year: MadeYear;
  let made: SchoolWithCounselor;
  beforeAll(async () => {
    year = await makeYear(rest.orm);
  });
  beforeEach(async () => {
    const school = await makeSchool(rest.orm);
    made = { year, school, counselor: (await makeCounselor(rest.orm, [school.id])).user };
    await take(made);
  });
  return (given: Given = {}) =>
    makeDesignation(rest.orm, {
      ...{ highSchoolId: made.school.id, academicYearId: made.year.id, submittedById: made.counselor.id },
      ...defaults,
      ...given,
    });
}
