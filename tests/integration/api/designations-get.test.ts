import { describe, expect, it } from 'vitest';
import { findMatchedStudents } from '#app/domain/students/compare-students.server.ts';
import { DesignationResponseSchema } from '#app/schemas/designation.ts';
import { StudentResponseSchema } from '#app/schemas/student.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { invalid, invalidQuery, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });

const disclosures = () =>
  storedRows(rest.orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'rowCount', 'studentIds']);

describe('GET designations/{id}', () => {
  it('returns the designation with its students and its version as the ETag', async () => {
    const { staff, designation } = await designationScene(rest);
    const response = await staff.get(`/api/designations/${designation.id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).toBe('"1"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { students, version } = response.read(DesignationResponseSchema);
    expect(version).toBe(1);
    expect(students.map(({ id }) => id)).toEqual(designation.students.map(({ id }) => id));
    const [first] = students;
    const made = designation.students[0];
    expect(first).toEqual({
      id: made?.id,
      designationId: designation.id,
      first: made?.first,
      middle: '',
      last: made?.last,
      preferred: '',
      dateOfBirth: '2010-03-04',
      twin: false,
      phone: '(907) 555-0123',
      email: made?.email,
      parentEmail: '',
      address: {
        id: first?.address.id,
        studentId: made?.id,
        address1: made?.address.address1,
        address2: '',
        city: 'Juneau',
        state: 'AK',
        zip5: '99801',
        zip4: '',
        firmName: '',
        urbanization: '',
        status: 'UNVERIFIED',
      },
      createdAt: '2026-09-01T17:00:00.000Z',
      updatedAt: '2026-09-01T17:00:00.000Z',
    });
  });

  it("returns any school's to administrators, and records the disclosure", async () => {
    const { admin, staff, administrator, counselor, designation } = await designationScene(rest);
    for (const path of ['', '/students', '']) {
      expect((await staff.get(`/api/designations/${designation.id}${path}`)).status).toBe(200);
    }
    expect((await admin.get(`/api/designations/${designation.id}`)).status).toBe(200);
    const ids = designation.students.map(({ id }) => id);
    expect(await disclosures()).toEqual([
      {
        ...{ actor: counselor.id, channel: 'REST', purpose: 'designation.read', rowCount: 2 },
        studentIds: ids.toSorted(),
      },
      {
        actor: administrator.id,
        channel: 'REST',
        purpose: 'designation.read',
        rowCount: 2,
        studentIds: ids,
      },
    ]);
  });

  it('reveals nothing to the school about a student who may be on another list, too', async () => {
    const { staff, counselor, administrator, school, other } = await designationScene(rest);
    const year = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    const ann = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };
    const theirData = { middle: 'Quillon', phone: '(907) 555-0177', email: 'quill@other.example.org' };
    const given = { academicYearId: year.id, status: 'PENDING' as const };
    const mine = await makeDesignation(rest.orm, {
      ...{ ...given, highSchoolId: school.id, submittedById: counselor.id, students: [ann] },
    });
    const theirs = await makeDesignation(rest.orm, {
      ...{ ...given, highSchoolId: other.id, submittedById: administrator.id },
      students: [{ ...ann, ...theirData }],
    });
    const office = makeCtx({ orm: rest.orm, actor: actorOf(administrator) });
    expect(await findMatchedStudents(office, mine.id)).toEqual([mine.students[0]?.id]);
    const secrets = [other.name, other.id, theirs.id, theirs.students[0]?.id ?? ''];
    for (const path of ['', '/students']) {
      const { status, headers, body } = await staff.get(`/api/designations/${mine.id}${path}`);
      const text = JSON.stringify([body, ...headers]);
      const revealed = [...secrets, ...Object.values(theirData)].filter((secret) => text.includes(secret));
      expect([path, status, revealed]).toEqual([path, 200, []]);
    }
  });

  it("returns identical responses for unknown IDs and another school's", async () => {
    const { staff, others } = await designationScene(rest);
    const outsider = await rest.as((await makeUser(rest.orm)).id);
    for (const client of [staff, outsider]) {
      for (const id of [others.id, UNKNOWN_ID]) {
        for (const path of [id, `${id}/students`]) {
          const response = await client.get(`/api/designations/${path}`);
          expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
        }
      }
    }
  });

  it('returns 400 for an invalid ID, and for a query', async () => {
    const { staff, designation } = await designationScene(rest);
    const noId = await staff.get('/api/designations/17');
    expect([noId.status, noId.body]).toEqual([400, invalid([['id'], 'Must be a UUID.'])]);
    const query = await staff.get(`/api/designations/${designation.id}?full=1`);
    expect([query.status, query.body]).toEqual([400, invalidQuery([[], 'Unknown field: full.'])]);
  });

  it('returns 401 without a session, whether it exists or not', async () => {
    const { anonymous, designation } = await designationScene(rest);
    for (const id of [designation.id, UNKNOWN_ID]) {
      for (const path of [id, `${id}/students`]) {
        const response = await anonymous.get(`/api/designations/${path}`);
        expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
      }
    }
  });
});

describe('GET designations/{id}/students', () => {
  it('returns only the students, in order', async () => {
    const { staff, designation } = await designationScene(rest);
    const response = await staff.get(`/api/designations/${designation.id}/students`);
    expect(response.status).toBe(200);
    const students = response.read(StudentResponseSchema.array());
    expect(students.map(({ id }) => id)).toEqual(designation.students.map(({ id }) => id));
    expect((await disclosures()).map(({ rowCount }) => rowCount)).toEqual([2]);
  });

  it('is disclosed when an administrator reads it', async () => {
    const { admin, designation } = await designationScene(rest);
    expect((await admin.get(`/api/designations/${designation.id}/students`)).status).toBe(200);
    expect((await disclosures()).map(({ studentIds }) => studentIds)).toEqual([
      designation.students.map(({ id }) => id),
    ]);
  });
});
