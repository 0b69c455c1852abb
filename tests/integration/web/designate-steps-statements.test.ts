import type { LoaderFunctionArgs } from '@remix-run/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader as loadMethod } from '#app/routes/web/designate/method.tsx';
import { loader as loadReview } from '#app/routes/web/designate/review.tsx';
import { loader as loadStudents } from '#app/routes/web/designate/students.tsx';
import { loader as loadSubmitted } from '#app/routes/web/designate/submitted.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let counting: CountingOrm;
let year: MadeYear;

beforeAll(async () => {
  counting = await openCountingOrm(database.url);
  year = await makeYear(counting.orm);
});
afterAll(() => counting.orm.close(true));

/** Returns how often a step reads the approved students of the year before, which only warnings are about. */
async function readsForWarnings(
  step: string,
  load: (args: LoaderFunctionArgs) => Promise<unknown>,
  status: 'RETURNED' | 'PENDING',
): Promise<number> {
  const { orm } = counting;
  const { id: highSchoolId } = await makeSchool(orm);
  const { user: counselor } = await makeCounselor(orm, [highSchoolId]);
  await makeDesignation(orm, {
    ...{ highSchoolId, academicYearId: year.id, submittedById: counselor.id, status, students: 2 },
    ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' },
  });
  const path = `/designate/${step}?school=${highSchoolId}&year=${year.id}`;
  const args = await screenArgs({ orm, user: counselor, path });
  const statements = await counting.statementsOf(() => load(args));
  return statements.filter((statement) => /from "student".*"status"/s.test(statement)).length;
}

it('only the steps that show students look for warnings about them', async () => {
  expect(await readsForWarnings('students', loadStudents, 'RETURNED')).toBe(1);
  expect(await readsForWarnings('review', loadReview, 'RETURNED')).toBe(1);
  expect(await readsForWarnings('method', loadMethod, 'RETURNED')).toBe(0);
  expect(await readsForWarnings('submit', loadSubmitted, 'PENDING')).toBe(0);
});
