import { expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';

const screens = useRest({ build: screenBuild });

it("a school's staff can open a designation from a list URL with filters for administrators only", async () => {
  const school = await makeSchool(screens.orm);
  const year = await makeYear(screens.orm);
  const { user } = await makeCounselor(screens.orm, [school.id]);
  const { id } = await makeDesignation(screens.orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id, status: 'PENDING' },
  });
  const { id: adminId } = await makeAdmin(screens.orm);
  for (const reader of [await screens.as(adminId), await screens.as(user.id)]) {
    const page = await reader.get(`/designations/${id}?warnings=AGE`);
    expect(page).toMatchObject({ status: 200, body: { errors: null } });
  }
});
