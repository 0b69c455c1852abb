import { describe, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, invalid, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const ids = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);

/** A counselor, a colleague at the same school, a user of another school, and an administrator. */
async function people() {
  const here = await makeSchool(rest.orm, { name: 'birch High' });
  const elsewhere = await makeSchool(rest.orm, { name: 'Zion High' });
  const counselor = (await makeCounselor(rest.orm, [here.id])).user;
  const colleague = (await makeCounselor(rest.orm, [here.id])).user;
  const stranger = (await makeCounselor(rest.orm, [elsewhere.id])).user;
  const admin = await makeAdmin(rest.orm);
  return { here, elsewhere, counselor, colleague, stranger, admin };
}

describe('GET users/{id}', () => {
  it('returns the caller as @me or by ID, with a version', async () => {
    const { counselor } = await people();
    const client = await rest.as(counselor.id);
    for (const path of ['@me', '%40me', '@ME', counselor.id, counselor.id.toUpperCase()]) {
      const response = await client.get(`/api/users/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('ETag')).toBe('"1"');
      expect(response.body).toEqual({
        id: counselor.id,
        firstName: 'Pat',
        lastName: counselor.lastName,
        email: counselor.email,
        phone: '(907) 555-0100',
        flags: [],
        mergedIntoId: null,
        version: 1,
        createdAt: '2026-09-01T17:00:00.000Z',
        updatedAt: '2026-09-01T17:00:00.000Z',
      });
    }
  });

  it('is open to administrators and to staff who share a school, and returns the same 404 to others', async () => {
    const { counselor, colleague, stranger, admin } = await people();
    for (const reader of [colleague, admin]) {
      const response = await (await rest.as(reader.id)).get(`/api/users/${counselor.id}`);
      expect([response.status, (response.body as { id: string }).id]).toEqual([200, counselor.id]);
    }
    const outsider = await rest.as(stranger.id);
    for (const id of [counselor.id, admin.id, UNKNOWN_ID]) {
      for (const path of ['', '/designations', '/highschools']) {
        const response = await outsider.get(`/api/users/${id}${path}`);
        expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
      }
    }
    const unknown = await (await rest.as(admin.id)).get(`/api/users/${UNKNOWN_ID}`);
    expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
  });

  it('returns 400 for an invalid ID, and 401 without a session', async () => {
    const { admin } = await people();
    const client = await rest.as(admin.id);
    const anonymous = await rest.as(null);
    for (const path of ['', '/designations', '/highschools']) {
      const bad = await client.get(`/api/users/me${path}`);
      expect([bad.status, bad.body]).toEqual([400, invalid([['id'], 'Must be a UUID or @me.'])]);
      const byAnonymous = await anonymous.get(`/api/users/@me${path}`);
      expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    }
  });

  it('returns 404 to colleagues for a deleted account', async () => {
    const deleted = await makeUser(rest.orm, { flags: ['ADMIN', 'DELETED'] });
    const response = await (await rest.as(deleted.id)).get('/api/users/@me');
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  });
});

describe('GET users/{id}/highschools', () => {
  it('returns the schools by name with the position, to the user and administrators', async () => {
    const { counselor, elsewhere, here, admin } = await people();
    await makeStaff(rest.orm, { highSchoolId: elsewhere.id, userId: counselor.id, position: 'PRINCIPAL' });
    const expected = [
      {
        highSchoolId: here.id,
        position: 'COUNSELOR',
        highSchool: { id: here.id, name: 'birch High', status: 'ACTIVE' },
      },
      {
        highSchoolId: elsewhere.id,
        position: 'PRINCIPAL',
        highSchool: { id: elsewhere.id, name: 'Zion High', status: 'ACTIVE' },
      },
    ];
    const own = await (await rest.as(counselor.id)).get('/api/users/@me/highschools');
    expect([own.status, own.body]).toEqual([200, expected]);
    const client = await rest.as(admin.id);
    expect((await client.get(`/api/users/${counselor.id}/highschools`)).body).toEqual(expected);
    expect((await client.get('/api/users/@me/highschools')).body).toEqual([]);
    const page = await client.get(`/api/users/${counselor.id}/highschools?limit=1&direction=asc`);
    expect(page.body).toEqual(expected.slice(1));
    expect(page.headers.get('X-Total-Count')).toBe('2');
  });

  it('is forbidden to a colleague', async () => {
    const { counselor, colleague } = await people();
    const client = await rest.as(colleague.id);
    for (const path of ['highschools', 'designations']) {
      const response = await client.get(`/api/users/${counselor.id}/${path}`);
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
  });

  it('uses as many statements for one school as for three', async () => {
    const { counselor } = await people();
    const client = await rest.as(counselor.id);
    const read = () => rest.countStatements(() => client.get('/api/users/@me/highschools'));
    const withOne = await read();
    for (let more = 0; more < 2; more += 1) {
      const school = await makeSchool(rest.orm);
      await makeStaff(rest.orm, { highSchoolId: school.id, userId: counselor.id });
    }
    expect({ withOne, withThree: await read() }).toEqual({ withOne: 3, withThree: 3 });
  });
});

describe('GET users/{id}/designations', () => {
  async function designations() {
    const scene = await people();
    const { here, elsewhere, counselor, stranger } = scene;
    const [y2026, y2025] = [
      await makeYear(rest.orm),
      await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' }),
    ];
    const make = async (highSchoolId: string, academicYearId: string, submittedById: string) =>
      (await makeDesignation(rest.orm, { highSchoolId, academicYearId, submittedById })).id;
    return {
      ...scene,
      ofOwnSchool: await make(here.id, y2026.id, counselor.id),
      byAnother: await make(here.id, y2025.id, stranger.id),
      ofFormerSchool: await make(elsewhere.id, y2025.id, counselor.id),
      notTheirs: await make(elsewhere.id, y2026.id, stranger.id),
    };
  }

  it('shows staff those of their schools: what they may still open', async () => {
    const { counselor, ofOwnSchool, byAnother } = await designations();
    const client = await rest.as(counselor.id);
    for (const path of ['@me', counselor.id]) {
      const response = await client.get(`/api/users/${path}/designations`);
      expect([response.status, ids(response.body)]).toEqual([200, [ofOwnSchool, byAnother]]);
    }
  });

  it("shows administrators the schools' and the user's own submissions, without duplicates", async () => {
    const { counselor, admin, ofOwnSchool, byAnother, ofFormerSchool } = await designations();
    const client = await rest.as(admin.id);
    const response = await client.get(`/api/users/${counselor.id}/designations?limit=10`);
    expect(ids(response.body)).toEqual([ofOwnSchool, byAnother, ofFormerSchool]);
    expect(response.headers.get('X-Total-Count')).toBe('3');
    expect(ids((await client.get('/api/users/@me/designations')).body)).toEqual([]);
  });

  it('returns an empty list for a user without a school', async () => {
    await designations();
    const client: RestClient = await rest.as((await makeUser(rest.orm)).id);
    const response = await client.get('/api/users/@me/designations');
    expect([response.status, response.body]).toEqual([200, []]);
  });
});
