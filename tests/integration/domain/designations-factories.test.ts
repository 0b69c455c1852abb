import { afterAll, beforeAll, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

it('the factories insert one row of each entity', async () => {
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
  const expected = [
    [AcademicYearEntity, 1],
    [HighSchoolEntity, 1],
    [UserAccountEntity, 2],
    [HighSchoolStaffEntity, 1],
    [UserInviteEntity, 1],
    [HighSchoolStaffInviteEntity, 1],
    [DeadlineExtensionEntity, 1],
    [DesignationEntity, 1],
    [StudentEntity, 2],
  ] as const;
  const rows = await snapshotOfRows(
    orm,
    expected.map(([entity]) => entity),
  );
  expect(rows.map(({ length }) => length)).toEqual(expected.map(([, count]) => count));
  const [stored] = await storedRows(orm, DesignationEntity, ['reasons']);
  expect(stored?.reasons).toEqual(['ADDRESS', 'OTHER']);
});
