import { describe, expect, it } from 'vitest';
import { makeDesignation, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { snapshotOf } from '#tests/support/designation-scene.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { invalid } from '#tests/support/rest-errors.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
const STUDENTS_TOO_MANY = 'A list can have at most 500 students. Shorten it, then save it again.';

describe('the largest class', () => {
  it('has 5,000 juniors and 500 students; a larger one is rejected and stores nothing', async () => {
    const { staff, designation } = await designationScene(rest);
    const path = `/api/designations/${designation.id}`;
    const before = await snapshotOf(rest.orm);
    const refused = await staff.patch(path, { classSize: 5001, students: studentInputs(501) });
    expect([refused.status, refused.body]).toEqual([
      400,
      invalid([['classSize'], 'Class size must be at most 5,000.'], [['students'], STUDENTS_TOO_MANY]),
    ]);
    expect(await snapshotOf(rest.orm)).toEqual(before);
    const stored = await staff.patch(path, {
      status: 'PENDING',
      classSize: 5000,
      criteria: 'CUMULATIVE_GPA',
      students: studentInputs(500),
    });
    expect(stored.status).toBe(200);
  });

  it('of a designation from before the limit can be read and decided on, but not saved', async () => {
    const { admin, year, counselor } = await designationScene(rest);
    const { id } = await makeDesignation(rest.orm, {
      highSchoolId: (await makeSchool(rest.orm)).id,
      academicYearId: year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      classSize: 9999,
      criteria: 'CUMULATIVE_GPA',
      students: 600,
    });
    const path = `/api/designations/${id}`;
    const students = (await admin.get(`${path}/students`)).body as object[];
    expect(students).toHaveLength(600);
    expect((await admin.get(path)).body).toMatchObject({ classSize: 9999 });
    const resaved = await admin.patch(path, { students });
    expect([resaved.status, resaved.body]).toEqual([400, invalid([['students'], STUDENTS_TOO_MANY])]);
    expect((await admin.patch(path, { status: 'RETURNED', notify: false })).status).toBe(200);
  });
});
