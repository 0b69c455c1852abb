import { describe, expect, it } from 'vitest';
import { ExtensionResponseSchema } from '#app/schemas/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { type RestResponse, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, invalid, UNKNOWN_ID, NOT_FOUND, refused } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

async function scene() {
  const year = await makeYear(rest.orm, { dueAt: new Date('2026-12-01T08:00:00Z') });
  const own = await makeSchool(rest.orm, { name: 'Birch High' });
  const other = await makeSchool(rest.orm, { name: 'aspen High' });
  const admin = await makeAdmin(rest.orm, { lastName: 'Min' });
  return {
    year,
    own,
    other,
    path: `/api/academicYears/${year.id}/extensions`,
    admin,
    asAdmin: await rest.as(admin.id),
    asStaff: await rest.as((await makeCounselor(rest.orm, [own.id])).user.id),
  };
}

const schoolsOf = (response: RestResponse) =>
  response.read(ExtensionResponseSchema.array()).map(({ highSchoolId }) => highSchoolId);
const timeline = () =>
  storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes'], {
    orderBy: { at: 'asc', kind: 'asc' },
  });

describe('POST academicYears/{id}/extensions', () => {
  it('gives a school a later date, and replaces an earlier extension', async () => {
    const { asAdmin, admin, path, own, year } = await scene();
    const body = { highSchoolId: own.id, dueAt: '2026-12-08T00:00:00-09:00', reason: ' Closed by snow ' };
    const made = await asAdmin.post(path, body);
    expect([made.status, made.body]).toEqual([
      201,
      {
        highSchoolId: own.id,
        academicYearId: year.id,
        dueAt: '2026-12-08T09:00:00.000Z',
        reason: 'Closed by snow',
        grantedBy: { id: admin.id, firstName: 'Ada', lastName: 'Min' },
        createdAt: '2026-11-21T21:00:00.000Z',
      },
    ]);
    const details = { year: 2026, dueAt: '2026-12-08T09:00:00.000Z', reason: 'Closed by snow' };
    expect(await timeline()).toEqual([
      {
        kind: 'academicYear.extensionGranted',
        subjectType: 'ACADEMIC_YEAR',
        subjectId: year.id,
        changes: { ...details, highSchoolId: own.id },
      },
      {
        kind: 'highSchool.extensionGranted',
        subjectType: 'HIGH_SCHOOL',
        subjectId: own.id,
        changes: details,
      },
    ]);
    const extension = made.read(ExtensionResponseSchema);
    const replaced = await asAdmin.post(path, {
      ...extension,
      dueAt: '2026-12-09T09:00:00Z',
      reason: 'More snow',
    });
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { ...extension, dueAt: '2026-12-09T09:00:00.000Z', reason: 'More snow' },
    ]);
    expect((await asAdmin.get(path)).body).toEqual([replaced.body]);
  });

  it('creates one of two concurrent requests', async () => {
    const { asAdmin, path, own } = await scene();
    const body = { highSchoolId: own.id, dueAt: '2026-12-08T00:00:00Z', reason: 'Snow' };
    const responses = await Promise.all(Array.from({ length: 6 }, () => asAdmin.post(path, body)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  it('returns field errors for an invalid body', async () => {
    const { asAdmin, path } = await scene();
    const response = await asAdmin.post(path, { highSchoolId: 'x', dueAt: 'soon', reason: ' ', by: 1 });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['highSchoolId'], 'Must be a UUID.'],
        [['dueAt'], 'Enter a date and time in ISO 8601 format, like 2026-11-21T08:00:00Z.'],
        [['reason'], 'Reason is required.'],
        [[], 'Unknown field: by.'],
      ),
    ]);
  });

  it("accepts only a date in the future and later than the year's", async () => {
    const { asAdmin, admin, path, own } = await scene();
    const bare = await makeYear(rest.orm, { year: 2027, status: 'INACTIVE' });
    const ofBare = `/api/academicYears/${bare.id}/extensions`;
    const notAfter = "An extension must end after the year's due date, Nov 30, 2026, 11:00 PM AKST.";
    const refusals = [
      [path, '2026-12-01T08:00:00Z', notAfter],
      [path, '2026-11-20T08:00:00Z', notAfter],
      [ofBare, '2026-11-21T21:00:00Z', 'An extension must end in the future.'],
    ] as const;
    for (const [to, dueAt, message] of refusals) {
      const response = await asAdmin.post(to, { highSchoolId: own.id, dueAt, reason: 'Snow' });
      expect([response.status, response.body]).toEqual([400, refused([['dueAt'], message])]);
      expect((await asAdmin.get(to)).body).toEqual([]);
    }
    expect(await timeline()).toEqual([]);
    for (const [to, dueAt] of [
      [path, '2026-12-01T08:00:01Z'],
      [ofBare, '2026-11-21T21:00:01Z'],
    ] as const) {
      expect((await asAdmin.post(to, { highSchoolId: own.id, dueAt, reason: 'Snow' })).status).toBe(201);
    }
    rest.clock.set('2026-12-02T08:00:00Z');
    const past = await (
      await rest.as(admin.id)
    ).post(path, {
      highSchoolId: own.id,
      dueAt: '2026-12-01T09:00:00Z',
      reason: 'Snow',
    });
    expect(past.body).toEqual(refused([['dueAt'], 'An extension must end in the future.']));
  });

  it('returns 404 for an unknown year or school, and is for administrators only', async () => {
    const { asAdmin, asStaff, path, own } = await scene();
    const body = { highSchoolId: own.id, dueAt: '2026-12-08T00:00:00Z', reason: 'Snow' };
    const unknownSchool = await asAdmin.post(path, { ...body, highSchoolId: UNKNOWN_ID });
    const unknownYear = await asAdmin.post(`/api/academicYears/${UNKNOWN_ID}/extensions`, body);
    for (const response of [unknownSchool, unknownYear]) {
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    const byStaff = await asStaff.post(path, body);
    expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
    expect((await asAdmin.get(path)).body).toEqual([]);
  });
});

describe('GET academicYears/{id}/extensions', () => {
  it('shows administrators all extensions by school name, and staff those of their schools', async () => {
    const { asAdmin, asStaff, path, own, other, year } = await scene();
    const older = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    const dueAt = new Date('2026-12-08T09:00:00Z');
    for (const school of [own, other]) {
      await makeExtension(rest.orm, { academicYearId: year.id, highSchoolId: school.id, dueAt });
      await makeExtension(rest.orm, { academicYearId: older.id, highSchoolId: school.id, dueAt });
    }
    expect(schoolsOf(await asAdmin.get(path))).toEqual([other.id, own.id]);
    expect(schoolsOf(await asAdmin.get(`${path}?direction=asc`))).toEqual([own.id, other.id]);
    const page = await asAdmin.get(`${path}?limit=1&offset=1`);
    expect([schoolsOf(page), page.headers.get('X-Total-Count')]).toEqual([[own.id], '2']);
    expect(schoolsOf(await asStaff.get(path))).toEqual([own.id]);
    expect((await asStaff.get(`${path}?limit=5`)).headers.get('X-Total-Count')).toBe('1');
    expect((await asAdmin.get(path)).body).toMatchObject([{ grantedBy: null }, { grantedBy: null }]);
  });

  it('uses as many statements for one as for three', async () => {
    const { asAdmin, path, own, other, year } = await scene();
    const dueAt = new Date('2026-12-08T09:00:00Z');
    const give = (highSchoolId: string) =>
      makeExtension(rest.orm, { academicYearId: year.id, highSchoolId, dueAt });
    await give(own.id);
    const withOne = await rest.countStatements(() => asAdmin.get(path));
    await give(other.id);
    await give((await makeSchool(rest.orm)).id);
    const withThree = await rest.countStatements(() => asAdmin.get(path));
    expect({ withOne, withThree }).toEqual({ withOne: 3, withThree: 3 });
  });
});

it('DELETE academicYears/{id}/extensions/{highSchoolId} revokes it once', async () => {
  const { asAdmin, asStaff, path, own, year } = await scene();
  await makeExtension(rest.orm, { academicYearId: year.id, highSchoolId: own.id, dueAt: new Date(0) });
  const byStaff = await asStaff.delete(`${path}/${own.id}`);
  expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
  const response = await asAdmin.delete(`${path}/${own.id}`);
  expect([response.status, response.body]).toEqual([204, null]);
  const again = await asAdmin.delete(`${path}/${own.id}`);
  expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
  expect(await timeline()).toEqual([
    {
      kind: 'academicYear.extensionRevoked',
      subjectType: 'ACADEMIC_YEAR',
      subjectId: year.id,
      changes: { year: 2026, highSchoolId: own.id },
    },
    {
      kind: 'highSchool.extensionRevoked',
      subjectType: 'HIGH_SCHOOL',
      subjectId: own.id,
      changes: { year: 2026 },
    },
  ]);
  const bad = await asAdmin.delete(`${path}/birch`);
  expect([bad.status, bad.body]).toEqual([400, invalid([['highSchoolId'], 'Must be a UUID.'])]);
});
