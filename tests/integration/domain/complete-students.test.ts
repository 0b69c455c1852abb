import { beforeEach, expect, it } from 'vitest';
import { designationResponse, findWithStudents } from '#app/domain/designations/get-designation.server.ts';
import { incompleteStudent } from '#app/domain/designations/submission-issues.ts';
import { readDashboardSchools } from '#app/domain/home/home-queries.server.ts';
import { ADDRESS_FIELD_LIST } from '#app/schemas/address-fields.ts';
import { STUDENT_TEXT_LIST } from '#app/schemas/student-fields.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

const NEEDED = ['first', 'last', 'dateOfBirth', 'phone', 'email', 'address1', 'city', 'state', 'zip5'];

it("the dashboard counts a student as complete if the submission's checks find nothing missing, for each field", async () => {
  const year = await makeYear(orm);
  const user = await makeUser(orm);
  const complete = studentInput();
  const cases = [
    ...STUDENT_TEXT_LIST.map(([field]) => ({ field, lacking: { ...complete, [field]: '' } })),
    ...ADDRESS_FIELD_LIST.map(([field]) => ({
      field,
      lacking: { ...complete, address: { ...complete.address, [field]: '' } },
    })),
  ];
  const made = new Map<string, string>();
  for (const { field, lacking } of cases) {
    const { id: highSchoolId } = await makeSchool(orm, { name: field });
    const of = { highSchoolId, academicYearId: year.id, submittedById: user.id };
    made.set((await makeDesignation(orm, { ...of, students: [lacking] })).id, highSchoolId);
  }
  const ctx = makeCtx({ orm });
  const schools = await readDashboardSchools(ctx, { highSchoolIds: [...made.values()], yearId: year.id });
  const counted = schools.filter(({ completeStudents }) => completeStudents === 0).map(({ name }) => name);
  const found = await findWithStudents(ctx, [...made.keys()]);
  const checked = found
    .map(({ designation, students }) => designationResponse(ctx, designation, students))
    .filter(({ students }) => students.some((student) => incompleteStudent(student, 0).length > 0))
    .map(({ highSchoolId }) => schools.find(({ id }) => id === highSchoolId)?.name);
  expect(counted.sort()).toEqual([...NEEDED].sort());
  expect(checked.sort()).toEqual([...NEEDED].sort());
  expect(schools.filter(({ completeStudents }) => completeStudents === 1)).toHaveLength(
    cases.length - NEEDED.length,
  );
});
