import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

it('inserts one row of everything', async () => {
  const year = await makeYear(orm);
  const school = await makeSchool(orm, { name: 'Aurora High' });
  await makeAdmin(orm);
  const { user } = await makeCounselor(orm, [school.id]);
  await makeInvite(orm, { flags: ['ADMIN'], schools: [{ highSchoolId: school.id }] });
  await makeExtension(orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: new Date() });
  await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: user.id,
    status: 'RETURNED',
    reasons: ['ADDRESS', 'OTHER'],
    students: 2,
  });
  const tables = {
    academic_year: 1,
    high_school: 1,
    user_account: 2,
    high_school_staff: 1,
    user_invite: 1,
    high_school_staff_invite: 1,
    deadline_extension: 1,
    designation: 1,
    student: 2,
  };
  const counted: Record<string, number> = {};
  for (const table of Object.keys(tables)) {
    const [row] = await makeCtx({ orm }).em.execute<{ n: number }[]>(
      `select count(*)::int as n from ${table}`,
    );
    counted[table] = row?.n ?? 0;
  }
  expect(counted).toEqual(tables);
  const [stored] = await makeCtx({ orm }).em.execute<{ reasons: string[] }[]>(
    'select reasons from designation',
  );
  expect(stored?.reasons).toEqual(['ADDRESS', 'OTHER']);
});
