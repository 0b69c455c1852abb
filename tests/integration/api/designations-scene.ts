import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  type MadeSchool,
  type MadeYear,
  makeSchool,
  makeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import type { Rest, RestClient } from '#tests/support/rest-client.server.ts';

/** Two schools with a counselor and a PENDING designation each, so that leaks between them are detected. */
export interface DesignationScene {
  readonly year: MadeYear;
  readonly school: MadeSchool;
  readonly other: MadeSchool;
  readonly counselor: MadeUser;
  readonly administrator: MadeUser;
  /** Of `school`: class of 20, Cumulative GPA, two students. */
  readonly designation: MadeDesignation;
  /** Of `other`: class of 10, one student. */
  readonly others: MadeDesignation;
  readonly staff: RestClient;
  readonly admin: RestClient;
  readonly anonymous: RestClient;
}

export async function designationScene(rest: Rest): Promise<DesignationScene> {
  const year = await makeYear(rest.orm);
  const school = await makeSchool(rest.orm, { name: 'Birch High' });
  const other = await makeSchool(rest.orm, { name: 'Aspen High' });
  const { user: counselor } = await makeCounselor(rest.orm, [school.id], { firstName: 'Cora' });
  const { user: stranger } = await makeCounselor(rest.orm, [other.id], { firstName: 'Sam' });
  const administrator = await makeAdmin(rest.orm);
  const designation = await makeDesignation(rest.orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: counselor.id,
    status: 'PENDING',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
  });
  const others = await makeDesignation(rest.orm, {
    highSchoolId: other.id,
    academicYearId: year.id,
    submittedById: stranger.id,
    status: 'PENDING',
    classSize: 10,
    criteria: 'CUMULATIVE_GPA',
    students: 1,
  });
  return {
    year,
    school,
    other,
    counselor,
    administrator,
    designation,
    others,
    staff: await rest.as(counselor.id),
    admin: await rest.as(administrator.id),
    anonymous: await rest.as(null),
  };
}
