import { expect, it } from 'vitest';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { DesignationListItemSchema } from '#app/schemas/designation.ts';
import { ComparedPairSchema, DuplicatePairSchema } from '#app/schemas/duplicate-pair.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, makeStudent } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17', email: 'ann@mine.example.org' };

/** Two schools' designations with the same student. */
async function sharing() {
  const scene = await designationScene(rest);
  await makeStudent(rest.orm, { designationId: scene.designation.id, position: 2, ...ANN });
  await makeStudent(rest.orm, { designationId: scene.others.id, position: 1, ...ANN });
  await checkDesignations(makeCtx({ orm: rest.orm }));
  return scene;
}

it('GET designations lists and filters by warnings for administrators, repeated values with OR', async () => {
  const { admin, designation, others } = await sharing();
  const found = async (query: string) => {
    const response = await admin.get(`/api/designations?${query}`);
    return response.read(DesignationListItemSchema.array()).map(({ id, warnings }) => [id, warnings]);
  };
  const both = [
    [others.id, ['ON_OTHER_LIST', 'INCOMPLETE']],
    [designation.id, ['ON_OTHER_LIST', 'INCOMPLETE']],
  ];
  expect(await found('')).toEqual(both);
  expect(await found('warnings=AGE&warnings=ON_OTHER_LIST')).toEqual(both);
  expect(await found('warnings=AGE')).toEqual([]);
  expect((await admin.get('/api/designations?warnings=COLOR')).status).toBe(400);
});

it("the REST calls give staff neither warnings nor the filter, for one designation or the school's", async () => {
  const { staff, school, year, counselor } = await sharing();
  const paths = [
    '/api/designations',
    `/api/highschools/${school.id}/designations`,
    `/api/academicYears/${year.id}/designations`,
  ];
  for (const path of paths) {
    const [item] = (await staff.get(path)).read(DesignationListItemSchema.array());
    expect(item).toBeDefined();
    expect(item).not.toHaveProperty('warnings');
    const refused = await staff.get(`${path}?warnings=ON_OTHER_LIST`);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: 'Only administrators may filter designations by warnings.' },
    ]);
  }
  const own = await staff.get(`/api/users/${counselor.id}/designations?warnings=ON_OTHER_LIST`);
  expect(own.status).toBe(403);
});

it('a download filtered by a warning has only the designations with that warning', async () => {
  const { admin, counselor, year } = await sharing();
  const school = await makeSchool(rest.orm, { name: 'Complete High' });
  await makeDesignation(rest.orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  await checkDesignations(makeCtx({ orm: rest.orm }));
  const warned = await admin.get('/api/designations/download?warnings=ON_OTHER_LIST');
  expect(warned.body).toContain('Birch High');
  expect(warned.body).not.toContain('Complete High');
});

it('GET designations/duplicates lists pairs for administrators, without any data of their students', async () => {
  const { admin, staff, designation, others } = await sharing();
  const response = await admin.get('/api/designations/duplicates?limit=10');
  const pairs = response.read(DuplicatePairSchema.array());
  expect(pairs.map(({ students, designations }) => [students, ...designations.map(({ id }) => id)])).toEqual([
    [1, others.id, designation.id],
  ]);
  expect(response.headers.get('X-Total-Count')).toBe('1');
  expect(JSON.stringify(response.body)).not.toMatch(/Zebrowski|2009-05-17|ann@/);
  expect((await staff.get('/api/designations/duplicates')).status).toBe(403);
});

it('the call for a pair of lists returns them to administrators and records the disclosure, and nothing to staff or strangers', async () => {
  const { admin, staff, designation, others } = await sharing();
  const path = `/api/designations/duplicates/${designation.id}/${others.id}`;
  const compared = () => rest.orm.em.fork().find(DisclosureEntity, { purpose: 'students.compare' });
  for (const [client, address, status] of [
    [staff, path, 403],
    [staff, `/api/designations/duplicates/${others.id}/${designation.id}`, 404],
    [admin, `/api/designations/duplicates/${designation.id}/${designation.id}`, 404],
  ] as const) {
    const refused = await client.get(address);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).not.toContain('Zebrowski');
  }
  expect(await compared()).toEqual([]);
  const { lists } = (await admin.get(path)).read(ComparedPairSchema);
  expect(
    lists.map(({ id, students }) => [id, students.filter(({ last }) => last === 'Zebrowski').length]),
  ).toEqual([
    [designation.id, 1],
    [others.id, 1],
  ]);
  expect(lists.flatMap(({ students }) => students.flatMap(({ matches }) => matches))).toEqual([2, 3]);
  expect(await compared()).toMatchObject([
    { channel: 'REST', filter: { designationIds: [designation.id, others.id] } },
  ]);
});
