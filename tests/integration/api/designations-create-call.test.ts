import { describe, expect, it } from 'vitest';
import { DesignationResponseSchema } from '#app/schemas/designation.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });

describe('POST designations', () => {
  it('starts one for staff: 201, with the caller as submitter and the terms accepted', async () => {
    const { staff, school, counselor } = await designationScene(rest);
    const next = await makeYear(rest.orm, { year: 2027, status: 'INACTIVE' });
    await rest.orm.em.fork().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    await rest.orm.em.fork().nativeUpdate(AcademicYearEntity, { id: next.id }, { status: 'ACTIVE' });
    const response = await staff.post('/api/designations', {
      highSchoolId: school.id,
      academicYearId: next.id,
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('ETag')).toBe('"1"');
    const designation = response.read(DesignationResponseSchema);
    expect(designation).toEqual({
      id: designation.id,
      version: 1,
      classSize: null,
      criteria: null,
      criteriaComment: null,
      status: 'STARTED',
      createdAt: '2026-11-21T21:00:00.000Z',
      updatedAt: '2026-11-21T21:00:00.000Z',
      highSchoolId: school.id,
      highSchool: { id: school.id, name: 'Birch High' },
      academicYear: { id: next.id, year: 2027 },
      submittedBy: { id: counselor.id, firstName: 'Cora', lastName: counselor.lastName },
      downloadedAt: null,
      acceptedTermsAndConditions: true,
      reasons: [],
      note: null,
      students: [],
    });
  });

  it('records no acceptance of the terms if an administrator starts one', async () => {
    const { admin, year } = await designationScene(rest);
    const empty = await makeSchool(rest.orm);
    const response = await admin.post('/api/designations', {
      highSchoolId: empty.id,
      academicYearId: year.id,
    });
    expect(response.status).toBe(201);
    expect(response.read(DesignationResponseSchema).acceptedTermsAndConditions).toBe(false);
  });

  it('returns 409 for an existing one, with its ID and who started it', async () => {
    const { staff, school, year, designation, counselor } = await designationScene(rest);
    const response = await staff.post('/api/designations', {
      highSchoolId: school.id,
      academicYearId: year.id,
    });
    expect(response.status).toBe(409);
    expect(response.body).toEqual({
      ...conflict('This school already has a designation for this year.'),
      designation: {
        id: designation.id,
        status: 'PENDING',
        submittedBy: { id: counselor.id, firstName: 'Cora', lastName: counselor.lastName },
      },
    });
  });

  it('creates exactly one of fifty concurrent requests', async () => {
    const { staff, counselor, year } = await designationScene(rest);
    const empty = await makeSchool(rest.orm);
    await makeStaff(rest.orm, { highSchoolId: empty.id, userId: counselor.id });
    const body = { highSchoolId: empty.id, academicYearId: year.id };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => staff.post('/api/designations', body)),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('returns the same 404 to staff for another school and for an unknown one', async () => {
    const { staff, other, school, year } = await designationScene(rest);
    const bodies = [
      { highSchoolId: other.id, academicYearId: year.id },
      { highSchoolId: UNKNOWN_ID, academicYearId: year.id },
      { highSchoolId: school.id, academicYearId: UNKNOWN_ID },
    ];
    for (const body of bodies) {
      const response = await staff.post('/api/designations', body);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
  });

  it('is 403 for staff of an inactive school', async () => {
    const { staff, counselor, year } = await designationScene(rest);
    const closed = await makeSchool(rest.orm, { status: 'INACTIVE' });
    await makeStaff(rest.orm, { highSchoolId: closed.id, userId: counselor.id });
    const response = await staff.post('/api/designations', {
      highSchoolId: closed.id,
      academicYearId: year.id,
    });
    expect(response.status).toBe(403);
    expect(response.body).toEqual({
      ...FORBIDDEN,
      message: "This school is inactive, so it can't designate students. Contact your administrator.",
    });
  });

  it('returns every error of the body and stores nothing', async () => {
    const { staff } = await designationScene(rest);
    const response = await staff.post('/api/designations', { highSchoolId: 'x', status: 'APPROVED' });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      invalid(
        [['highSchoolId'], 'Must be a UUID.'],
        [['academicYearId'], 'Must be a UUID.'],
        [[], 'Unknown field: status.'],
      ),
    );
    expect(await rest.orm.em.fork().count(DesignationEntity)).toBe(2);
  });

  it('returns 401 without a session', async () => {
    const { anonymous, school, year } = await designationScene(rest);
    const response = await anonymous.post('/api/designations', {
      highSchoolId: school.id,
      academicYearId: year.id,
    });
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  });
});
