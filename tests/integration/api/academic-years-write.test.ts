import { describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  refused,
  VERSION_CONFLICT,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

const asAdmin = async () => rest.as((await makeAdmin(rest.orm)).id);

async function asStaff() {
  const school = await makeSchool(rest.orm);
  return rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
}

const stored = () =>
  rest.orm.em
    .fork()
    .find(AcademicYearEntity, {}, { orderBy: { year: 'asc' } })
    .then((years) => years.map(({ year, status, version }) => ({ year, status, version })));

/** Events of years without their times, sorted by year. Deleted years have no number. */
async function events() {
  const years = await storedRows(rest.orm, AcademicYearEntity, ['id', 'year']);
  const numbers = new Map(years.map(({ id, year }) => [id, year]));
  const rows = await storedRows(rest.orm, EventEntity, ['at', 'subjectId', 'kind', 'changes', 'channel'], {
    where: { subjectType: 'ACADEMIC_YEAR' },
    orderBy: { kind: 'asc' },
  });
  return rows
    .map(({ at, subjectId, ...event }) => ({ at, year: numbers.get(subjectId) ?? null, ...event }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.year ?? 0) - (b.year ?? 0))
    .map(({ at: _at, ...event }) => event);
}

describe('POST academicYears', () => {
  it('adds an INACTIVE year with an event', async () => {
    await makeYear(rest.orm, { year: 2026 });
    const response = await (await asAdmin()).post('/api/academicYears', { year: 2027 });
    expect(response.status).toBe(201);
    const year = response.read(AcademicYearResponseSchema);
    expect(response.body).toEqual({
      id: year.id,
      year: 2027,
      status: 'INACTIVE',
      opensAt: null,
      earlyDueAt: null,
      dueAt: null,
      correctionsDueAt: null,
      version: 1,
      createdAt: '2026-11-21T21:00:00.000Z',
      updatedAt: '2026-11-21T21:00:00.000Z',
    });
    expect(response.headers.get('ETag')).toBe('"1"');
    expect(await stored()).toEqual([
      { year: 2026, status: 'ACTIVE', version: 1 },
      { year: 2027, status: 'INACTIVE', version: 1 },
    ]);
    expect(await events()).toEqual([
      {
        year: 2027,
        kind: 'academicYear.created',
        changes: { year: { from: null, to: 2027 }, status: { from: null, to: 'INACTIVE' } },
        channel: 'REST',
      },
    ]);
  });

  it('adds an ACTIVE year and makes the others INACTIVE', async () => {
    await makeYear(rest.orm, { year: 2026 });
    const response = await (await asAdmin()).post('/api/academicYears', { year: 2027, status: 'ACTIVE' });
    expect(response.status).toBe(201);
    expect(await stored()).toEqual([
      { year: 2026, status: 'INACTIVE', version: 2 },
      { year: 2027, status: 'ACTIVE', version: 1 },
    ]);
  });

  it('refuses a year that exists', async () => {
    await makeYear(rest.orm, { year: 2026 });
    const { status, body } = await (await asAdmin()).post('/api/academicYears', { year: 2026 });
    expect([status, body]).toEqual([409, conflict('The 2026 academic year already exists.')]);
    expect(await stored()).toEqual([{ year: 2026, status: 'ACTIVE', version: 1 }]);
  });

  it.each([
    [{}, invalid([['year'], 'Enter a year, like 2026.'])],
    [{ year: '2027' }, invalid([['year'], 'Enter a year, like 2026.'])],
    [{ year: 2027.5 }, invalid([['year'], 'Enter a year, like 2026.'])],
    [{ year: 27 }, invalid([['year'], 'Enter a year between 1900 and 2999.'])],
    [{ year: 2027, status: 'OPEN' }, invalid([['status'], 'Must be one of: ACTIVE, INACTIVE.'])],
    [{ year: 2027, name: 'x', by: 1 }, invalid([[], 'Unknown fields: name, by.'])],
  ])('refuses %j and names the field', async (body, expected) => {
    const response = await (await asAdmin()).post('/api/academicYears', body);
    expect([response.status, response.body]).toEqual([400, expected]);
    expect(await stored()).toEqual([]);
  });
});

describe('PATCH academicYears/{id}', () => {
  it('makes a year ACTIVE and the others INACTIVE, with an event each', async () => {
    await makeYear(rest.orm, { year: 2025 });
    const y2026 = await makeYear(rest.orm, { year: 2026, status: 'INACTIVE' });
    await makeYear(rest.orm, { year: 2027, status: 'INACTIVE' });
    const response = await (await asAdmin()).patch(`/api/academicYears/${y2026.id}`, { status: 'ACTIVE' });
    expect(response.status).toBe(200);
    const read = response.read(AcademicYearResponseSchema);
    expect(read).toMatchObject({ year: 2026, status: 'ACTIVE', version: 2 });
    expect(response.headers.get('ETag')).toBe('"2"');
    expect(await stored()).toEqual([
      { year: 2025, status: 'INACTIVE', version: 2 },
      { year: 2026, status: 'ACTIVE', version: 2 },
      { year: 2027, status: 'INACTIVE', version: 1 },
    ]);
    const change = (from: string, to: string) => ({ status: { from, to } });
    expect(await events()).toEqual([
      { year: 2025, kind: 'academicYear.changed', changes: change('ACTIVE', 'INACTIVE'), channel: 'REST' },
      { year: 2026, kind: 'academicYear.changed', changes: change('INACTIVE', 'ACTIVE'), channel: 'REST' },
    ]);
  });

  it('sets and clears dates, keeps missing fields, and ignores read-only ones', async () => {
    const year = await makeYear(rest.orm, { dueAt: new Date('2026-12-01T08:00:00Z') });
    const admin = await asAdmin();
    const set = await admin.patch(`/api/academicYears/${year.id}`, {
      id: 'mine',
      year: 1999,
      version: 77,
      createdAt: 'then',
      updatedAt: 'now',
      opensAt: '2026-10-01T00:00:00-08:00',
    });
    expect(set.read(AcademicYearResponseSchema)).toMatchObject({
      id: year.id,
      year: 2026,
      opensAt: '2026-10-01T08:00:00.000Z',
      dueAt: '2026-12-01T08:00:00.000Z',
      version: 2,
      updatedAt: '2026-11-21T21:00:00.000Z',
    });
    const cleared = await admin.patch(`/api/academicYears/${year.id}`, { opensAt: null, dueAt: null });
    const read = cleared.read(AcademicYearResponseSchema);
    expect(read).toMatchObject({ opensAt: null, dueAt: null, version: 3 });
  });

  it('keeps version, time, and timeline if nothing changes', async () => {
    const year = await makeYear(rest.orm, { dueAt: new Date('2026-12-01T08:00:00Z') });
    const admin = await asAdmin();
    for (const body of [{}, { status: 'ACTIVE' }, { dueAt: '2026-12-01T00:00:00-08:00' }]) {
      const response = await admin.patch(`/api/academicYears/${year.id}`, body);
      expect(response.status).toBe(200);
      expect(response.read(AcademicYearResponseSchema)).toMatchObject({
        version: 1,
        updatedAt: '2026-09-01T17:00:00.000Z',
      });
    }
    expect(await events()).toEqual([]);
  });

  it('reports dates that are out of order at the field that was sent', async () => {
    const year = await makeYear(rest.orm, { dueAt: new Date('2026-12-01T08:00:00Z') });
    const admin = await asAdmin();
    const after = '2026-12-02T08:00:00.000Z';
    for (const [body, path, message] of [
      [{ opensAt: after }, 'opensAt', "The due date can't be before the opening date."],
      [
        { correctionsDueAt: '2026-11-30T00:00:00Z' },
        'correctionsDueAt',
        "The corrections due date can't be before the due date.",
      ],
      [
        { opensAt: '2026-10-02T00:00:00Z', earlyDueAt: '2026-10-01T00:00:00Z' },
        'earlyDueAt',
        "The early due date can't be before the opening date.",
      ],
    ] as const) {
      const response = await admin.patch(`/api/academicYears/${year.id}`, body);
      expect([response.status, response.body]).toEqual([400, refused([[path], message])]);
    }
    const bad = await admin.patch(`/api/academicYears/${year.id}`, { dueAt: 'soon' });
    expect([bad.status, bad.body]).toEqual([
      400,
      invalid([['dueAt'], 'Enter a date and time in ISO 8601 format, like 2026-11-21T08:00:00Z.']),
    ]);
    expect(await stored()).toEqual([{ year: 2026, status: 'ACTIVE', version: 1 }]);
  });

  it('returns 412 for an older version and changes nothing', async () => {
    const year = await makeYear(rest.orm);
    const admin = await asAdmin();
    const path = `/api/academicYears/${year.id}`;
    expect((await admin.patch(path, { status: 'INACTIVE' }, { 'If-Match': '"1"' })).status).toBe(200);
    for (const version of ['"1"', '"3"', 'nonsense']) {
      const stale = await admin.patch(path, { status: 'ACTIVE' }, { 'If-Match': version });
      expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    }
    expect(await stored()).toEqual([{ year: 2026, status: 'INACTIVE', version: 2 }]);
  });

  it('has exactly one ACTIVE year after parallel activations, none of which fails', async () => {
    const ids: string[] = [];
    for (const year of [2021, 2022, 2023, 2024, 2025]) {
      ids.push((await makeYear(rest.orm, { year, status: 'INACTIVE' })).id);
    }
    const admin = await asAdmin();
    for (let round = 0; round < 3; round += 1) {
      const responses = await Promise.all([
        ...ids.flatMap((id) =>
          [0, 1].map(() => admin.patch(`/api/academicYears/${id}`, { status: 'ACTIVE' })),
        ),
        admin.post('/api/academicYears', { year: 2030 + round, status: 'ACTIVE' }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 201]);
      expect(await rest.orm.em.fork().count(AcademicYearEntity, { status: 'ACTIVE' })).toBe(1);
    }
  });
});

describe('DELETE academicYears/{id}', () => {
  it('removes a year with its extensions, and records that in its timeline', async () => {
    const year = await makeYear(rest.orm, { status: 'INACTIVE' });
    const school = await makeSchool(rest.orm);
    await makeExtension(rest.orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: new Date(0) });
    const response = await (await asAdmin()).delete(`/api/academicYears/${year.id}`);
    expect([response.status, response.body]).toEqual([204, null]);
    expect(await stored()).toEqual([]);
    expect(await events()).toEqual([
      {
        ...{ year: null, kind: 'academicYear.deleted', channel: 'REST' },
        changes: { year: { from: 2026, to: null } },
      },
    ]);
  });

  it('refuses the ACTIVE year, one with designations, and an older version', async () => {
    const active = await makeYear(rest.orm);
    const used = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    await makeDesignation(rest.orm, {
      highSchoolId: school.id,
      academicYearId: used.id,
      submittedById: user.id,
    });
    const admin = await asAdmin();
    const ofActive = await admin.delete(`/api/academicYears/${active.id}`);
    expect([ofActive.status, ofActive.body]).toEqual([
      409,
      conflict('The 2026 academic year is active. Make another year active before deleting it.'),
    ]);
    const ofUsed = await admin.delete(`/api/academicYears/${used.id}`);
    expect([ofUsed.status, ofUsed.body]).toEqual([
      409,
      conflict("The 2025 academic year has designations, so it can't be deleted."),
    ]);
    const stale = await admin.delete(`/api/academicYears/${used.id}`, { 'If-Match': '"9"' });
    expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    expect(await stored()).toHaveLength(2);
  });
});

it('only administrators can change academic years; unknown IDs return 404', async () => {
  const { id } = await makeYear(rest.orm, { status: 'INACTIVE' });
  const staff = await asStaff();
  const anonymous = await rest.as(null);
  const admin = await asAdmin();
  for (const [method, path, body] of [
    ['POST', '/api/academicYears', { year: 2030 }],
    ['PATCH', `/api/academicYears/${id}`, { status: 'ACTIVE' }],
    ['DELETE', `/api/academicYears/${id}`, undefined],
  ] as const) {
    const byStaff = await staff.send(method, path, body);
    expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
    const byAnonymous = await anonymous.send(method, path, body);
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
  }
  for (const method of ['PATCH', 'DELETE']) {
    const unknown = await admin.send(
      method,
      `/api/academicYears/${UNKNOWN_ID}`,
      method === 'PATCH' ? {} : undefined,
    );
    expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
  }
  expect(await stored()).toEqual([{ year: 2026, status: 'INACTIVE', version: 1 }]);
});
