import { expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest();

it('the undo call undoes a decision once, and tells others nothing about it', async () => {
  const { id: highSchoolId } = await makeSchool(rest.orm);
  const { id: academicYearId } = await makeYear(rest.orm);
  const { user: counselor } = await makeCounselor(rest.orm, [highSchoolId]);
  const { user: stranger } = await makeCounselor(rest.orm, []);
  const { id } = await makeDesignation(rest.orm, {
    ...{ highSchoolId, academicYearId, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const office = await rest.as((await makeAdmin(rest.orm)).id);
  const path = `/api/designations/${id}`;
  const undo = (client = office) => client.send('POST', `${path}/undo-decision`);

  const decided = await office.send('PATCH', path, {
    status: 'REJECTED',
    reasons: ['OTHER'],
    note: 'Twice.',
  });
  expect(decided.body).toMatchObject({ status: 'REJECTED', note: 'Twice.' });
  expect((await undo(await rest.as(counselor.id))).status).toBe(403);
  const hidden = await undo(await rest.as(stranger.id));
  const unknown = await (await rest.as(stranger.id)).send('GET', `/api/designations/${highSchoolId}`);
  expect([hidden.status, hidden.body]).toEqual([404, unknown.body]);

  const undone = await undo();
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({
    id,
    status: 'PENDING',
    reasons: [],
    note: null,
    students: { length: 2 },
  });
  const again = await undo();
  expect([again.status, again.body]).toMatchObject([
    409,
    { message: "There's no decision to undo. You can undo a decision for up to a minute." },
  ]);
});
