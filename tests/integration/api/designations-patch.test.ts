import { describe, expect, it } from 'vitest';
import { DesignationResponseSchema } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeStaff } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  forbidden,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  refused,
  VERSION_CONFLICT,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });

async function stored(id: string) {
  const [row] = await storedRows(rest.orm, DesignationEntity, ['status', 'classSize', 'version'], {
    where: { id },
  });
  return row;
}

const UNTOUCHED = { status: 'PENDING', classSize: 20, version: 1 };

describe('PATCH designations/{id}', () => {
  it('lets an administrator return it, staff resubmit it, and an approval lock it', async () => {
    const { admin, staff, designation } = await designationScene(rest);
    const path = `/api/designations/${designation.id}`;
    const returned = await admin.patch(
      path,
      { status: 'RETURNED', reasons: ['CLASS_SIZE'], note: 'The class has 12.' },
      { 'If-Match': '"1"' },
    );
    expect(returned.status).toBe(200);
    expect(returned.headers.get('ETag')).toBe('"2"');
    expect(returned.read(DesignationResponseSchema)).toMatchObject({
      status: 'RETURNED',
      reasons: ['CLASS_SIZE'],
      note: 'The class has 12.',
      version: 2,
    });

    const resubmitted = await staff.patch(
      path,
      { status: 'PENDING', classSize: 12, students: studentInputs(1) },
      { 'If-Match': '"2"' },
    );
    expect(resubmitted.status).toBe(200);
    expect(resubmitted.read(DesignationResponseSchema).students).toHaveLength(1);

    const approved = await admin.patch(path, { status: 'APPROVED' }, { 'If-Match': '"3"' });
    expect(approved.status).toBe(200);
    const locked = await staff.patch(path, { classSize: 10 }, { 'If-Match': '"4"' });
    expect([locked.status, locked.body]).toEqual([
      409,
      conflict('This designation has been approved, it cannot be edited.'),
    ]);
    expect(await stored(designation.id)).toEqual({ status: 'APPROVED', classSize: 12, version: 4 });
  });

  it('accepts its own response unchanged', async () => {
    const { staff, admin, designation } = await designationScene(rest);
    const path = `/api/designations/${designation.id}`;
    for (const session of [staff, admin]) {
      const { status: _status, ...own } = (await session.get(path)).read(DesignationResponseSchema);
      const response = await session.patch(path, own);
      expect([response.status, response.headers.get('ETag')]).toEqual([200, '"1"']);
    }
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
  });

  it('returns 412 if no given version is the stored one, and changes nothing', async () => {
    const { admin, designation } = await designationScene(rest);
    for (const version of ['"7"', '"7", "8"', 'nonsense']) {
      const response = await admin.patch(
        `/api/designations/${designation.id}`,
        { status: 'APPROVED' },
        { 'If-Match': version },
      );
      expect([response.status, response.body]).toEqual([412, VERSION_CONFLICT]);
    }
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
    for (const [versions, etag] of [
      ['"7", "1"', '"2"'],
      ['*', '"3"'],
    ] as const) {
      const response = await admin.patch(
        `/api/designations/${designation.id}`,
        { status: etag === '"2"' ? 'APPROVED' : 'PENDING' },
        { 'If-Match': versions },
      );
      expect([response.status, response.headers.get('ETag')]).toEqual([200, etag]);
    }
  });

  it('keeps the class size within its band of ten, even for an administrator', async () => {
    const { admin, designation } = await designationScene(rest);
    const path = `/api/designations/${designation.id}`;
    const larger = await admin.patch(path, { classSize: 30 });
    expect([larger.status, larger.body]).toEqual([
      400,
      refused([
        ['classSize'],
        'Setting class size larger than 29 would change how many students should be designated. Return the designation for correction instead.',
      ]),
    ]);
    const smaller = await admin.patch(path, { classSize: 19 });
    expect([smaller.status, smaller.body]).toEqual([
      400,
      refused([
        ['classSize'],
        'Setting class size smaller than 20 would change how many students should be designated. Return the designation for correction instead.',
      ]),
    ]);
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
    expect((await admin.patch(path, { classSize: 29 })).status).toBe(200);
  });

  it('rejects an incomplete submission, and stores none of it', async () => {
    const { staff, year, counselor } = await designationScene(rest);
    const school = await makeSchool(rest.orm);
    await makeStaff(rest.orm, { highSchoolId: school.id, userId: counselor.id });
    const draft = await makeDesignation(rest.orm, {
      highSchoolId: school.id,
      academicYearId: year.id,
      submittedById: counselor.id,
    });
    const sessionOfStaff = await rest.as(counselor.id);
    const response = await sessionOfStaff.patch(`/api/designations/${draft.id}`, {
      status: 'PENDING',
      classSize: 20,
      criteria: 'OTHER',
      students: studentInputs(1),
    });
    expect([response.status, response.body]).toEqual([
      400,
      refused(
        [
          ['criteriaComment'],
          "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
        ],
        [['students'], 'A class of 20 needs exactly 2 students; this list has 1.'],
      ),
    ]);
    expect(await stored(draft.id)).toEqual({ status: 'STARTED', classSize: null, version: 1 });
    expect((await staff.get(`/api/designations/${draft.id}/students`)).body).toEqual([]);
  });

  it('names every error with its path', async () => {
    const { admin, designation } = await designationScene(rest);
    const response = await admin.patch(`/api/designations/${designation.id}`, {
      classSize: -1,
      criteria: 'BEST',
      color: 'red',
      students: [{ first: 'Ann', email: 'not an address', address: { zip5: '9' } }],
    });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['classSize'], 'Enter the class size as a whole number, 0 or more.'],
        [['criteria'], 'Choose how students were ranked.'],
        [['students', 0, 'email'], 'Enter an email address like name@example.org.'],
        [['students', 0, 'address', 'zip5'], 'Zipcode must be exactly 5 digits.'],
        [[], 'Unknown field: color.'],
      ),
    ]);
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
  });

  it('names a malformed phone and a missing name of one submission in one response', async () => {
    const { staff, designation } = await designationScene(rest);
    const [first, second, third] = studentInputs(3);
    const response = await staff.patch(`/api/designations/${designation.id}`, {
      status: 'PENDING',
      classSize: 30,
      criteria: null,
      students: [first, { ...second, phone: '12' }, { ...third, first: '', email: 'no address' }],
    });
    expect(response.status).toBe(400);
    const paths = (response.body as { issues: { path: unknown[] }[] }).issues.map(({ path }) =>
      path.join('.'),
    );
    expect(paths.toSorted()).toEqual([
      'criteria',
      'students.1.phone',
      'students.2.email',
      'students.2.first',
    ]);
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
  });

  it("doesn't require of a draft what only a submission needs", async () => {
    const { admin, designation } = await designationScene(rest);
    const [first, second] = studentInputs(2);
    const response = await admin.patch(`/api/designations/${designation.id}`, {
      students: [
        { ...first, first: '' },
        { ...second, phone: '12' },
      ],
    });
    expect(response.status).toBe(400);
    expect(
      (response.body as { issues: { path: unknown[] }[] }).issues.map(({ path }) => path.join('.')),
    ).toEqual(['students.1.phone']);
  });

  it("returns 403 for the other role's fields, naming them", async () => {
    const { staff, admin, designation } = await designationScene(rest);
    const path = `/api/designations/${designation.id}`;
    const deciding = await staff.patch(path, { reasons: ['OTHER'], note: 'Mine' });
    expect([deciding.status, deciding.body]).toEqual([
      403,
      forbidden('Only administrators may set reasons, note.'),
    ]);
    const approving = await staff.patch(path, { status: 'APPROVED' });
    expect([approving.status, approving.body]).toEqual([
      403,
      forbidden(
        'Only administrators may change the status from Pending to Approved. Schools can only submit a designation, which sets it to Pending.',
      ),
    ]);
    const accepting = await admin.patch(path, { acceptedTermsAndConditions: false });
    expect([accepting.status, accepting.body]).toEqual([
      403,
      forbidden("Only the school's staff may set acceptedTermsAndConditions."),
    ]);
    expect(await stored(designation.id)).toEqual(UNTOUCHED);
  });

  it("returns the same 404 for unknown IDs and another school's, and 401 without a session", async () => {
    const { staff, anonymous, others } = await designationScene(rest);
    for (const id of [others.id, UNKNOWN_ID]) {
      const response = await staff.patch(`/api/designations/${id}`, { classSize: 10 });
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    const response = await anonymous.patch(`/api/designations/${others.id}`, { classSize: 10 });
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
    expect(await stored(others.id)).toEqual({ status: 'PENDING', classSize: 10, version: 1 });
  });
});
