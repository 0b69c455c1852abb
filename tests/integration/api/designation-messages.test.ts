import { beforeEach, describe, expect, it } from 'vitest';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest();
let counselor: MadeUser;
let designation: MadeDesignation;
let school: RestClient;
let office: RestClient;
let url: string;
let year = 2000;

beforeEach(async () => {
  const { id: highSchoolId } = await makeSchool(rest.orm);
  const { id: academicYearId } = await makeYear(rest.orm, { year: (year += 1), status: 'INACTIVE' });
  counselor = (await makeCounselor(rest.orm, [highSchoolId])).user;
  designation = await makeDesignation(rest.orm, {
    highSchoolId,
    academicYearId,
    submittedById: counselor.id,
  });
  school = await rest.as(counselor.id);
  office = await rest.as((await makeAdmin(rest.orm)).id);
  url = `/api/designations/${designation.id}/messages`;
});

const stored = () => rest.orm.em.fork().count(DesignationMessageEntity, { designation: designation.id });

describe('the messages call', () => {
  it('returns the message with 201, and with 200 when it is repeated', async () => {
    const first = await school.send('POST', url, { text: 'Hello' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      designationId: designation.id,
      side: 'SCHOOL',
      author: { id: counselor.id, firstName: counselor.firstName, lastName: counselor.lastName },
      text: 'Hello',
    });
    expect(Object.keys(first.body as object).toSorted()).toEqual([
      'author',
      'createdAt',
      'designationId',
      'id',
      'side',
      'text',
    ]);
    const again = await school.send('POST', url, { text: 'Hello' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await stored()).toBe(1);
  });

  it('lists the messages of both sides, newest first, in pages', async () => {
    await school.send('POST', url, { text: 'One' });
    await office.send('POST', url, { text: 'Two' });
    await school.send('POST', url, { text: 'Three' });
    const texts = (response: { readonly body: unknown }) =>
      (response.body as { text: string }[]).map(({ text }) => text);
    expect(texts(await office.send('GET', url))).toEqual(['Three', 'Two', 'One']);
    const page = await school.send('GET', `${url}?limit=2&direction=asc`);
    expect(texts(page)).toEqual(['One', 'Two']);
    expect(page.headers.get('X-Total-Count')).toBe('3');
  });

  it('refuses a text that is missing, empty, or too long, and stores nothing', async () => {
    for (const [body, message] of [
      [{}, 'Message is required.'],
      [{ text: '  ' }, 'Message is required.'],
      [{ text: 'x'.repeat(2001) }, 'Must be at most 2,000 characters.'],
    ] as const) {
      const response = await school.send('POST', url, body);
      expect([response.status, response.body]).toMatchObject([
        400,
        { issues: [{ path: ['text'], message }] },
      ]);
    }
    expect(await stored()).toBe(0);
  });

  it('returns 404 to staff of another school', async () => {
    await office.send('POST', url, { text: 'Only for you' });
    const other = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [other.id]);
    const stranger = await rest.as(user.id);
    for (const response of [
      await stranger.send('GET', url),
      await stranger.send('POST', url, { text: 'Hi' }),
    ]) {
      expect(response.status).toBe(404);
      expect(JSON.stringify(response.body)).not.toContain('Only');
    }
    expect(await stored()).toBe(1);
  });
});
