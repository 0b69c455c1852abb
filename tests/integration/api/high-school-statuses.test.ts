import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { SchoolStatusesResponseSchema } from '#app/schemas/high-school.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const PATH = '/api/highschools/statuses';

let client: RestClient;
let aurora: MadeSchool;
let birch: MadeSchool;
let chugach: MadeSchool;

beforeEach(async () => {
  client = await rest.as((await makeAdmin(rest.orm)).id);
  birch = await makeSchool(rest.orm, { name: 'Birch High School', status: 'INACTIVE' });
  aurora = await makeSchool(rest.orm, { name: 'Aurora High School', status: 'INACTIVE' });
  chugach = await makeSchool(rest.orm, { name: 'Chugach High School', status: 'ACTIVE' });
});

const statuses = async () => {
  const schools = await rest.orm.em.fork().find(HighSchoolEntity, {}, { orderBy: { name: 'asc' } });
  return schools.map(({ status }) => status);
};
const idsOf = (schools: readonly MadeSchool[]) => schools.map(({ id }) => id);

describe('activating schools together', () => {
  it('changes those that had another status, and returns their names', async () => {
    const response = await client.post(PATH, { ids: idsOf([birch, aurora, chugach]), status: 'ACTIVE' });
    expect(response.status).toBe(200);
    expect(response.read(SchoolStatusesResponseSchema)).toEqual({
      changed: ['Aurora High School', 'Birch High School'],
    });
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  it('records an event for each school that changes, and none for the others', async () => {
    await client.post(PATH, { ids: idsOf([aurora, chugach]), status: 'ACTIVE' });
    const events = await rest.orm.em.fork().find(EventEntity, { kind: 'highSchool.changed' });
    expect(events.map(({ subjectId, changes }) => [subjectId, changes])).toEqual([
      [aurora.id, { status: { from: 'INACTIVE', to: 'ACTIVE' } }],
    ]);
  });

  it('changes nothing if one of the schools does not exist', async () => {
    const response = await client.post(PATH, { ids: [aurora.id, randomUUID()], status: 'ACTIVE' });
    expect(response.status).toBe(404);
    expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE', 'ACTIVE']);
  });

  it.each([
    ['no school', { ids: [], status: 'ACTIVE' }],
    ['an unknown status', { ids: [randomUUID()], status: 'OPEN' }],
    ['too many schools', { ids: Array.from({ length: 5001 }, () => randomUUID()), status: 'ACTIVE' }],
  ])('returns 400 for %s', async (_what, body) => {
    expect((await client.post(PATH, body)).status).toBe(400);
  });

  it("is refused to a school's own staff", async () => {
    const { user } = await makeCounselor(rest.orm, [chugach.id]);
    const response = await (await rest.as(user.id)).post(PATH, { ids: [chugach.id], status: 'INACTIVE' });
    expect(response).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE', 'ACTIVE']);
  });

  it('takes the same number of statements for two schools and for many', async () => {
    const two = { ids: idsOf([aurora, birch]), status: 'ACTIVE' };
    const many = [...two.ids, chugach.id, ...idsOf([await makeSchool(rest.orm), await makeSchool(rest.orm)])];
    const statements = await rest.countStatements(() => client.post(PATH, two));
    expect(await rest.countStatements(() => client.post(PATH, { ids: many, status: 'INACTIVE' }))).toBe(
      statements,
    );
  });
});
