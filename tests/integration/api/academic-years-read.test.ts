import { describe, expect, it } from 'vitest';
import { AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { invalid, invalidQuery, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const BAD_ID = invalid([['id'], 'Must be a UUID.']);

async function years() {
  return {
    y2025: await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' }),
    y2027: await makeYear(rest.orm, { year: 2027, status: 'INACTIVE' }),
    y2026: await makeYear(rest.orm, { year: 2026, dueAt: new Date('2026-12-01T08:00:00.000Z') }),
  };
}

const signedIn = async () => rest.as((await makeUser(rest.orm)).id);
const numbers = (body: unknown) =>
  AcademicYearResponseSchema.array()
    .parse(body)
    .map(({ year }) => year);

describe('GET academicYears', () => {
  it('lists them newest first to anyone signed in, with their dates', async () => {
    const { y2025, y2026, y2027 } = await years();
    const response = await (await signedIn()).get('/api/academicYears');
    expect(response.status).toBe(200);
    const rest2 = {
      version: 1,
      createdAt: '2026-09-01T17:00:00.000Z',
      updatedAt: '2026-09-01T17:00:00.000Z',
    };
    const undated = { opensAt: null, earlyDueAt: null, dueAt: null, correctionsDueAt: null };
    expect(response.body).toEqual([
      { id: y2027.id, year: 2027, status: 'INACTIVE', ...undated, ...rest2 },
      { id: y2026.id, year: 2026, status: 'ACTIVE', ...undated, dueAt: '2026-12-01T08:00:00.000Z', ...rest2 },
      { id: y2025.id, year: 2025, status: 'INACTIVE', ...undated, ...rest2 },
    ]);
    expect(response.headers.get('X-Total-Count')).toBe(null);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('reverses with asc and pages with limit and offset', async () => {
    await years();
    const client = await signedIn();
    expect(numbers((await client.get('/api/academicYears?direction=asc')).body)).toEqual([2025, 2026, 2027]);
    const page = await client.get('/api/academicYears?limit=1&offset=1');
    expect(numbers(page.body)).toEqual([2026]);
    expect(page.headers.get('X-Total-Count')).toBe('3');
    expect(page.headers.get('Link')).toBe(
      [
        '</api/academicYears?limit=1&offset=0>; rel="first"',
        '</api/academicYears?limit=1&offset=0>; rel="prev"',
        '</api/academicYears?limit=1&offset=2>; rel="next"',
        '</api/academicYears?limit=1&offset=2>; rel="last"',
      ].join(', '),
    );
  });

  it('refuses an unknown query parameter', async () => {
    const client = await signedIn();
    const response = await client.get('/api/academicYears?limit=0&color=red');
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      invalidQuery([['limit'], 'Must be at least 1.'], [[], 'Unknown field: color.']),
    );
  });

  it('uses as many statements for one year as for three', async () => {
    const client = await signedIn();
    await makeYear(rest.orm, { year: 2026 });
    const withOne = await rest.countStatements(() => client.get('/api/academicYears'));
    await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    await makeYear(rest.orm, { year: 2024, status: 'INACTIVE' });
    const withThree = await rest.countStatements(() => client.get('/api/academicYears'));
    expect({ withOne, withThree }).toEqual({ withOne: 2, withThree: 2 });
  });
});

describe('GET academicYears/activeYear', () => {
  it('returns the active year with its version', async () => {
    const { y2026 } = await years();
    const response = await (await signedIn()).get('/api/academicYears/activeYear');
    expect(response.status).toBe(200);
    expect(response.read(AcademicYearResponseSchema).id).toBe(y2026.id);
    expect(response.headers.get('ETag')).toBe('"1"');
  });

  it('returns 404 with its message when none is active', async () => {
    await makeYear(rest.orm, { status: 'INACTIVE' });
    const response = await (await signedIn()).get('/api/academicYears/activeYear');
    expect(response.status).toBe(404);
    expect(response.body).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'No academic year is active',
    });
  });
});

describe('GET academicYears/{id}', () => {
  it('returns one year by its ID in any case', async () => {
    const { y2025 } = await years();
    const client = await signedIn();
    for (const id of [y2025.id, y2025.id.toUpperCase()]) {
      const response = await client.get(`/api/academicYears/${id}`);
      expect(response.status).toBe(200);
      expect(response.read(AcademicYearResponseSchema).year).toBe(2025);
      expect(response.headers.get('ETag')).toBe('"1"');
    }
  });

  it('returns 404 for an unknown ID and 400 for an invalid one', async () => {
    const client = await signedIn();
    const unknown = await client.get(`/api/academicYears/${UNKNOWN_ID}`);
    expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
    const bad = await client.get('/api/academicYears/not-an-id');
    expect([bad.status, bad.body]).toEqual([400, BAD_ID]);
  });
});

describe('GET academicYears/{year or id}/designations', () => {
  async function twoSchools() {
    const { y2025, y2026 } = await years();
    const own = await makeSchool(rest.orm, { name: 'Birch High' });
    const other = await makeSchool(rest.orm, { name: 'Aspen High' });
    const { user } = await makeCounselor(rest.orm, [own.id]);
    const made = { academicYearId: y2026.id, submittedById: user.id };
    const ofOwn = await makeDesignation(rest.orm, { ...made, highSchoolId: own.id });
    const ofOther = await makeDesignation(rest.orm, { ...made, highSchoolId: other.id });
    await makeDesignation(rest.orm, { ...made, highSchoolId: own.id, academicYearId: y2025.id });
    return { y2026, user, ofOwn, ofOther, schools: { own, other } };
  }
  const ids = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);

  it('accepts an ID or a number; administrators see all, staff their own', async () => {
    const { y2026, user, ofOwn, ofOther } = await twoSchools();
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const staff = await rest.as(user.id);
    const outsider = await signedIn();
    for (const path of [y2026.id, '2026']) {
      const designationIdsFor = async (client: typeof admin) =>
        ids((await client.get(`/api/academicYears/${path}/designations`)).body);
      expect(await designationIdsFor(admin)).toEqual([ofOther.id, ofOwn.id]);
      expect(await designationIdsFor(staff)).toEqual([ofOwn.id]);
      expect(await designationIdsFor(outsider)).toEqual([]);
    }
  });

  it('pages and counts what the caller may see', async () => {
    const { user, ofOwn } = await twoSchools();
    const staff = await rest.as(user.id);
    const response = await staff.get('/api/academicYears/2026/designations?limit=10');
    expect(ids(response.body)).toEqual([ofOwn.id]);
    expect(response.headers.get('X-Total-Count')).toBe('1');
  });

  it('returns 404 for an unknown year or ID, and 400 for anything else', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    for (const id of ['1999', UNKNOWN_ID]) {
      const unknown = await admin.get(`/api/academicYears/${id}/designations`);
      expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
    }
    const bad = await admin.get('/api/academicYears/20260/designations');
    expect([bad.status, bad.body]).toEqual([400, invalid([['id'], 'Must be a UUID or a four-digit year.'])]);
  });
});

it('reading academic years returns 401 without a session', async () => {
  const { y2026 } = await years();
  const anonymous = await rest.as(null);
  const paths = ['', '/activeYear', `/${y2026.id}`, '/2026/designations', `/${y2026.id}/extensions`];
  for (const path of paths) {
    const response = await anonymous.get(`/api/academicYears${path}`);
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  }
});
