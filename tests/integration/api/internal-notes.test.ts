import { beforeEach, describe, expect, it } from 'vitest';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { SchoolSnoozeEntity } from '#db/entities/school-snooze.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest();
let admin: MadeUser;
let office: RestClient;
let school: RestClient;
let highSchoolId: string;
let url: string;

beforeEach(async () => {
  highSchoolId = (await makeSchool(rest.orm)).id;
  admin = await makeAdmin(rest.orm);
  office = await rest.as(admin.id);
  school = await rest.as((await makeCounselor(rest.orm, [highSchoolId])).user.id);
  url = `/api/highschools/${highSchoolId}/notes`;
});

const stored = () => rest.orm.em.fork().count(InternalNoteEntity, { highSchool: highSchoolId });

describe("the REST call for a school's notes", () => {
  it('adds notes and calls, lists them newest first, and deletes them', async () => {
    const note = await office.send('POST', url, { text: 'They moved.' });
    expect([note.status, note.body]).toMatchObject([
      201,
      {
        ...{ highSchoolId, designationId: null, kind: 'NOTE', text: 'They moved.' },
        author: { id: admin.id, firstName: admin.firstName, lastName: admin.lastName },
      },
    ]);
    rest.clock.advance(1);
    const call = await office.send('POST', url, { text: 'Will send Friday.', kind: 'CALL' });
    expect(call.body).toMatchObject({ kind: 'CALL' });
    const page = await office.send('GET', `${url}?limit=1`);
    expect([page.body, page.headers.get('X-Total-Count')]).toEqual([[call.body], '2']);
    const { id } = note.body as { id: string };
    expect((await office.send('DELETE', `/api/notes/${id}`)).status).toBe(204);
    expect((await office.send('GET', url)).body).toEqual([call.body]);
  });

  it('refuses a text that is missing, empty, or too long, and another kind', async () => {
    for (const [body, path] of [
      [{}, 'text'],
      [{ text: ' ' }, 'text'],
      [{ text: 'x'.repeat(2001) }, 'text'],
      [{ text: 'Hi', kind: 'VISIT' }, 'kind'],
    ] as const) {
      const response = await office.send('POST', url, body);
      expect([response.status, response.body]).toMatchObject([400, { issues: [{ path: [path] }] }]);
    }
    expect(await stored()).toBe(0);
  });

  it('returns 403 to the staff of the school, without any text', async () => {
    const { body } = await office.send('POST', url, { text: 'Not for the school' });
    const { id } = body as { id: string };
    for (const response of [
      await school.send('GET', url),
      await school.send('POST', url, { text: 'Hi' }),
      await school.send('DELETE', `/api/notes/${id}`),
      await school.send('POST', `/api/highschools/${highSchoolId}/snooze`, { until: '2999-01-19' }),
    ]) {
      expect(response.status).toBe(403);
      expect(JSON.stringify(response.body)).not.toContain('Not for');
    }
    expect(await stored()).toBe(1);
  });
});

it('the REST call for a snooze starts it until a future day, replaces that day, and ends it', async () => {
  const path = `/api/highschools/${highSchoolId}/snooze`;
  const past = await office.send('POST', path, { until: '2020-01-19' });
  expect([past.status, past.body]).toMatchObject([400, { issues: [{ path: ['until'] }] }]);
  for (const until of ['2998-01-19', '2999-01-19']) {
    const response = await office.send('POST', path, { until });
    expect([response.status, response.body]).toEqual([200, { highSchoolId, until }]);
  }
  const rows = await rest.orm.em.fork().find(SchoolSnoozeEntity, { highSchool: highSchoolId });
  expect(rows.map(({ until }) => until)).toEqual(['2999-01-19']);
  expect((await office.send('DELETE', path)).status).toBe(204);
  expect((await office.send('DELETE', path)).status).toBe(404);
});
