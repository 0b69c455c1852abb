import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftSavedSchema, EditingResponseSchema } from '#app/schemas/designation-editing.ts';
import { EventEntity } from '#db/entities/event.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import {
  FOREIGN_ORIGIN,
  FORBIDDEN,
  forbidden,
  invalid,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const tabId = randomUUID();

let path: string;
let kim: MadeUser;
let client: RestClient;
let colleague: RestClient;
let colleagueId: string;

beforeEach(async () => {
  const year = await makeYear(rest.orm);
  const school = await makeSchool(rest.orm);
  ({ user: kim } = await makeCounselor(rest.orm, [school.id], { firstName: 'Kim', lastName: 'Lee' }));
  const { user } = await makeCounselor(rest.orm, [school.id]);
  const { id } = await makeDesignation(rest.orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: kim.id,
  });
  path = `/designate/editing/${id}`;
  client = await rest.as(kim.id);
  colleague = await rest.as(user.id);
  colleagueId = user.id;
});

const tabOf = (userId: string, tab = tabId) => ({ tabId: tab, userId });
const contents = { version: 1, classSize: 20, criteria: null, criteriaComment: '', students: [] };

describe('the calls of a step that is open', () => {
  it('announce, save, and leave a step', async () => {
    const announced = await client.post(path, tabOf(kim.id));
    expect([announced.status, announced.read(EditingResponseSchema).colleagues]).toEqual([200, []]);
    const other = await colleague.post(path, tabOf(colleagueId, randomUUID()));
    expect(other.read(EditingResponseSchema).colleagues).toEqual([
      { id: kim.id, firstName: 'Kim', lastName: 'Lee' },
    ]);
    const saved = await client.patch(path, { ...tabOf(kim.id), ...contents, students: [{ first: 'Ann' }] });
    expect(saved.read(DraftSavedSchema)).toMatchObject({ version: 2, status: 'STARTED' });
    expect((await client.delete(`${path}?tabId=${tabId}`)).status).toBe(204);
    const left = await colleague.post(path, tabOf(colleagueId));
    expect(left.read(EditingResponseSchema).colleagues).toEqual([]);
    const events = await storedRows(rest.orm, EventEntity, ['channel'], {
      where: { kind: 'designation.edited' },
    });
    expect(events).toEqual([{ channel: 'BROWSER' }]);
  });

  it('name the colleague who saved first, without their input', async () => {
    await client.patch(path, { ...tabOf(kim.id), ...contents, students: [{ first: 'Ann' }] });
    const refused = await colleague.patch(path, { ...tabOf(colleagueId, randomUUID()), ...contents });
    const at = rest.clock.now().toISOString();
    expect([refused.status, refused.body]).toEqual([
      412,
      {
        statusCode: 412,
        error: 'Precondition Failed',
        message:
          'Kim Lee changed this on Nov 21, 2026, 12:00 PM AKST, so nothing was saved. Look at the latest version, then make your change again.',
        changed: { at, by: { id: kim.id, firstName: 'Kim', lastName: 'Lee' } },
      },
    ]);
    const viaRest = await colleague.patch(
      path.replace('/designate/editing/', '/api/designations/'),
      { classSize: 30 },
      { 'If-Match': '"1"' },
    );
    expect([viaRest.status, viaRest.body]).toEqual([412, refused.body]);
  });

  it('return 401 without a session, for a deleted user, and for an expired session', async () => {
    const anonymous = await rest.as(null);
    expect((await anonymous.post(path, tabOf(kim.id))).body).toEqual(UNAUTHORIZED);
    expect((await anonymous.delete(`${path}?tabId=${tabId}`)).body).toEqual(UNAUTHORIZED);
    await rest.orm.em.fork().nativeUpdate(UserAccountEntity, { id: kim.id }, { flags: ['DELETED'] });
    for (const response of [
      await client.post(path, tabOf(kim.id)),
      await client.patch(path, { ...tabOf(kim.id), ...contents }),
      await client.delete(`${path}?tabId=${tabId}`),
    ]) {
      expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
    }
  });

  it('return 403 to administrators, for other sites, and for a page of a user who has signed out', async () => {
    const administrator = await makeAdmin(rest.orm);
    const admin = await rest.as(administrator.id);
    expect((await admin.post(path, tabOf(administrator.id))).body).toEqual(FORBIDDEN);
    expect((await admin.patch(path, { ...tabOf(administrator.id), ...contents })).body).toEqual(FORBIDDEN);
    const elsewhere = { Origin: 'https://elsewhere.example.org' };
    expect((await client.post(path, tabOf(kim.id), elsewhere)).body).toEqual(FOREIGN_ORIGIN);
    const somebodyElse = forbidden(
      'Someone else has signed in on this browser since you opened this page. Reload the page.',
    );
    expect((await client.post(path, tabOf(colleagueId))).body).toEqual(somebodyElse);
    expect((await client.patch(path, { ...tabOf(colleagueId), ...contents })).body).toEqual(somebodyElse);
  });

  it('return 404 to another school, and 400 for an invalid save', async () => {
    const { user } = await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id]);
    const stranger = await rest.as(user.id);
    expect((await stranger.post(path, tabOf(user.id))).body).toEqual(NOT_FOUND);
    expect((await stranger.patch(path, { ...tabOf(user.id), ...contents })).body).toEqual(NOT_FOUND);
    const odd = await client.patch(path, { ...tabOf(kim.id), ...contents, status: 'PENDING' });
    expect([odd.status, odd.body]).toEqual([400, invalid([[], 'Unknown field: status.'])]);
  });
});
