import { describe, expect, it } from 'vitest';
import { DesignationListItemSchema } from '#app/schemas/designation.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestResponse, useRest } from '#tests/support/rest-client.server.ts';
import { invalidQuery, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
const ids = (response: RestResponse) => response.read(DesignationListItemSchema.array()).map(({ id }) => id);

describe('GET designations', () => {
  it('returns every field of the specification, without students', async () => {
    const { staff, designation, school, year, counselor } = await designationScene(rest);
    const response = await staff.get('/api/designations');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Total-Count')).toBe(null);
    expect(response.body).toEqual([
      {
        id: designation.id,
        classSize: 20,
        criteria: 'CUMULATIVE_GPA',
        criteriaComment: null,
        status: 'PENDING',
        createdAt: '2026-09-01T17:00:00.000Z',
        updatedAt: '2026-09-01T17:00:00.000Z',
        highSchoolId: school.id,
        highSchool: { id: school.id, name: 'Birch High' },
        academicYear: { id: year.id, year: 2026 },
        submittedBy: { id: counselor.id, firstName: 'Cora', lastName: counselor.lastName },
        downloadedAt: null,
        acceptedTermsAndConditions: true,
        reasons: [],
        note: null,
      },
    ]);
  });

  it('lists all for administrators, their own for staff, and none for people without a school', async () => {
    const { admin, staff, designation, others } = await designationScene(rest);
    const outsider = await rest.as((await makeUser(rest.orm)).id);
    expect(ids(await admin.get('/api/designations'))).toEqual([others.id, designation.id]);
    expect(ids(await staff.get('/api/designations'))).toEqual([designation.id]);
    expect(ids(await outsider.get('/api/designations'))).toEqual([]);
  });

  it('matches its path in any case and with a trailing slash', async () => {
    const { staff, designation } = await designationScene(rest);
    expect(ids(await staff.get('/api/Designations/'))).toEqual([designation.id]);
  });

  it('combines fields with AND and repeated values with OR', async () => {
    const { admin, designation, others, year, school, counselor } = await designationScene(rest);
    const earlier = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    const old = await makeDesignation(rest.orm, {
      highSchoolId: school.id,
      academicYearId: earlier.id,
      submittedById: counselor.id,
      status: 'APPROVED',
      criteria: 'OTHER',
      downloadedAt: new Date('2026-01-05T12:00:00.000Z'),
    });
    const found = async (query: string) => ids(await admin.get(`/api/designations?${query}`));
    expect(await found('status=APPROVED&status=PENDING')).toEqual([others.id, designation.id, old.id]);
    expect(await found('status=APPROVED')).toEqual([old.id]);
    expect(await found('criteria=OTHER')).toEqual([old.id]);
    expect(await found(`academicYearId=${year.id}`)).toEqual([others.id, designation.id]);
    expect(await found(`highSchoolId=${school.id}&status=PENDING`)).toEqual([designation.id]);
    expect(await found('noDownloadDate=true')).toEqual([others.id, designation.id]);
    for (const { id } of [designation, old]) {
      const returned = { designation: id, returnedAt: new Date(), contents: {} };
      await rest.orm.em.fork().insert(ReturnedContentsEntity, returned);
    }
    expect(await found('resubmitted=true')).toEqual([designation.id]);
    expect(await found('downloadAfterDate=2026-01-05&downloadBeforeDate=2026-01-05')).toEqual([old.id]);
    expect(await found('afterDate=2026-09-02')).toEqual([]);
    expect(await found('criteria=&status=')).toEqual([others.id, designation.id, old.id]);
  });

  it("shows staff no other school's designations with any filter", async () => {
    const { staff, other } = await designationScene(rest);
    expect(ids(await staff.get(`/api/designations?highSchoolId=${other.id}`))).toEqual([]);
  });

  it('orders by the specification: A to Z by default, reversed by asc', async () => {
    const { admin, designation, others } = await designationScene(rest);
    expect(ids(await admin.get('/api/designations?sort=highSchool&direction=desc'))).toEqual([
      others.id,
      designation.id,
    ]);
    expect(ids(await admin.get('/api/designations?sort=highSchool&direction=asc'))).toEqual([
      designation.id,
      others.id,
    ]);
  });

  it('returns pages with the total and links to the other pages', async () => {
    const { admin, designation } = await designationScene(rest);
    const response = await admin.get('/api/designations?status=PENDING&limit=1&offset=1');
    expect(ids(response)).toEqual([designation.id]);
    expect(response.headers.get('X-Total-Count')).toBe('2');
    expect(response.headers.get('Link')).toBe(
      [
        '</api/designations?status=PENDING&limit=1&offset=0>; rel="first"',
        '</api/designations?status=PENDING&limit=1&offset=0>; rel="prev"',
        '</api/designations?status=PENDING&limit=1&offset=1>; rel="last"',
      ].join(', '),
    );
  });

  it('refuses unknown values, naming each', async () => {
    const { staff } = await designationScene(rest);
    const response = await staff.get('/api/designations?status=LOST&highSchoolId=7&limit=501&color=red');
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      invalidQuery(
        [['status', 0], 'Must be one of: STARTED, PENDING, RETURNED, APPROVED, REJECTED.'],
        [['highSchoolId'], 'Must be a UUID.'],
        [['limit'], 'Must be at most 500.'],
        [[], 'Unknown field: color.'],
      ),
    );
  });

  it('returns 401 without a session', async () => {
    const { anonymous } = await designationScene(rest);
    const response = await anonymous.get('/api/designations');
    expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
  });

  it("uses as many statements for one designation as for many; a page that isn't full needs no count", async () => {
    const { admin, staff, year, counselor } = await designationScene(rest);
    const count = (client: typeof admin, limit: number) =>
      rest.countStatements(() => client.get(`/api/designations?limit=${limit}`));
    expect([await count(staff, 1), await count(staff, 50)]).toEqual([3, 2]);
    for (let made = 0; made < 3; made += 1) {
      const school = await makeSchool(rest.orm);
      await makeDesignation(rest.orm, {
        highSchoolId: school.id,
        academicYearId: year.id,
        submittedById: counselor.id,
      });
    }
    expect([await count(admin, 5), await count(admin, 50)]).toEqual([3, 2]);
    const [first, past] = [
      await admin.get('/api/designations?limit=50'),
      await admin.get('/api/designations?limit=50&offset=9'),
    ];
    expect([first.headers.get('X-Total-Count'), past.headers.get('X-Total-Count')]).toEqual(['5', '5']);
  });
});
