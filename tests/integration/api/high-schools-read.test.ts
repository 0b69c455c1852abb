import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { HighSchoolResponseSchema, HighSchoolListItemSchema } from '#app/schemas/high-school.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeStaff,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { invalid, invalidQuery, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const asAdmin = async () => rest.as((await makeAdmin(rest.orm)).id);

async function names(client: RestClient, query = ''): Promise<string[]> {
  const response = await client.get(`/api/highschools${query}`);
  return response.read(HighSchoolListItemSchema.array()).map(({ name }) => name);
}

/** Ascending ids, so that the order of equal rows is known. */
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

async function schools() {
  const [a, b, c, d] = [
    await makeSchool(rest.orm, {
      id: id(1),
      name: 'élan High',
      phone: '(907) 555-0300',
      fax: '(907) 555-0002',
    }),
    await makeSchool(rest.orm, { id: id(2), name: 'Zion High', phone: '(907) 555-0100' }),
    await makeSchool(rest.orm, {
      id: id(3),
      name: 'Echo High',
      phone: '(907) 555-0200, extension 77',
      fax: '(907) 555-0001',
      notes: 'Boarding 50% off',
      bannerCode: 'ECHO_1',
      status: 'INACTIVE',
    }),
    await makeSchool(rest.orm, { id: id(4), name: 'fir High', phone: '(907) 555-0100' }),
  ];
  return { a, b, c, d };
}

describe('GET highschools', () => {
  it('returns every field of each school, by name, counting approved designations only', async () => {
    const year = await makeYear(rest.orm);
    const older = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
    const school = await makeSchool(rest.orm, {
      name: 'Aurora High',
      fax: '(907) 555-0001',
      notes: 'Remote',
    });
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const made = { highSchoolId: school.id, submittedById: user.id };
    await makeDesignation(rest.orm, { ...made, academicYearId: year.id, status: 'PENDING' });
    await makeDesignation(rest.orm, { ...made, academicYearId: older.id, status: 'APPROVED' });
    const response = await (await asAdmin()).get('/api/highschools');
    expect(response.status).toBe(200);
    const { address } = await rest.orm.em.fork().findOneOrFail(HighSchoolEntity, { id: school.id });
    const expected: z.output<typeof HighSchoolListItemSchema>[] = [
      {
        id: school.id,
        name: 'Aurora High',
        phone: '(907) 555-0200',
        fax: '(907) 555-0001',
        notes: 'Remote',
        status: 'ACTIVE',
        bannerCode: school.bannerCode,
        salesforceId: school.salesforceId,
        address: {
          id: address.id,
          address1: '1 School Road',
          address2: '',
          city: 'Juneau',
          state: 'AK',
          zip5: '99801',
          zip4: '',
          firmName: '',
          urbanization: '',
          status: 'UNVERIFIED',
        },
        designationCount: 1,
        createdAt: '2026-09-01T17:00:00.000Z',
        updatedAt: '2026-09-01T17:00:00.000Z',
      },
    ];
    expect(response.body).toEqual(expected);
  });

  it('shows staff their own schools, and none to people without a school', async () => {
    const { b, d } = await schools();
    const staff = await rest.as((await makeCounselor(rest.orm, [b.id, d.id])).user.id);
    const outsider = await rest.as((await makeUser(rest.orm)).id);
    expect(await names(staff)).toEqual(['fir High', 'Zion High']);
    expect(await names(staff, '?name=high&limit=1')).toEqual(['fir High']);
    expect((await staff.get('/api/highschools?limit=1')).headers.get('X-Total-Count')).toBe('2');
    expect(await names(outsider)).toEqual([]);
  });

  it('filters by every field, combined with AND, ignoring case', async () => {
    await schools();
    const admin = await asAdmin();
    const find = (query: string) => names(admin, query);
    expect(await find('?name=eCHo')).toEqual(['Echo High']);
    expect(await find('?phone=0100')).toEqual(['fir High', 'Zion High']);
    expect(await find('?phone=907.555.0300')).toEqual(['élan High']);
    expect(await find('?phone=extension')).toEqual(['Echo High']);
    expect(await find('?fax=%28907%29%20555-0001')).toEqual(['Echo High']);
    expect(await find('?notes=50%25%20o')).toEqual(['Echo High']);
    expect(await find('?notes=%25')).toEqual(['Echo High']);
    expect(await find('?bannerCode=o_1')).toEqual(['Echo High']);
    expect(await find('?bannerCode=_')).toEqual(['Echo High']);
    expect(await find('?status=INACTIVE')).toEqual(['Echo High']);
    expect(await find('?status=ACTIVE&status=INACTIVE&phone=0100')).toEqual(['fir High', 'Zion High']);
    expect(await find('?name=high&status=INACTIVE&phone=0100')).toEqual([]);
    expect(await find('?name=&fax=')).toHaveLength(4);
  });

  it('sorts by name, designation count, phone and fax; asc is the reverse', async () => {
    const { a, b, c } = await schools();
    const { user } = await makeCounselor(rest.orm, [a.id]);
    const made = { submittedById: user.id, status: 'APPROVED' as const };
    const years = [await makeYear(rest.orm), await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' })];
    for (const { id: academicYearId } of years) {
      await makeDesignation(rest.orm, { ...made, academicYearId, highSchoolId: b.id });
    }
    await makeDesignation(rest.orm, { ...made, academicYearId: years[0]?.id ?? '', highSchoolId: c.id });
    const admin = await asAdmin();
    const byName = ['Echo High', 'élan High', 'fir High', 'Zion High'];
    const orders = {
      name: byName,
      designationCount: ['Zion High', 'Echo High', 'élan High', 'fir High'],
      phone: ['Zion High', 'fir High', 'Echo High', 'élan High'],
      fax: ['Echo High', 'élan High', 'Zion High', 'fir High'],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      expect(await names(admin, `?sort=${sort}`)).toEqual(expected);
      expect(await names(admin, `?sort=${sort}&direction=desc`)).toEqual(expected);
      expect(await names(admin, `?sort=${sort}&direction=asc`)).toEqual(expected.toReversed());
    }
    expect(await names(admin, '?limit=2&offset=1')).toEqual(byName.slice(1, 3));
  });

  it('refuses unknown values and fields', async () => {
    const response = await (
      await asAdmin()
    ).get('/api/highschools?sort=age&direction=up&status=GONE&limit=501&x=1');
    expect([response.status, response.body]).toEqual([
      400,
      invalidQuery(
        [['status', 0], 'Must be one of: ACTIVE, INACTIVE.'],
        [['limit'], 'Must be at most 500.'],
        [['direction'], 'Must be one of: desc, asc.'],
        [['sort'], 'Must be one of: name, designationCount, phone, fax.'],
        [[], 'Unknown field: x.'],
      ),
    ]);
  });

  it('uses as many statements for one school as for three', async () => {
    const admin = await asAdmin();
    await makeSchool(rest.orm);
    const plainOne = await rest.countStatements(() => admin.get('/api/highschools'));
    const pagedOne = await rest.countStatements(() => admin.get('/api/highschools?limit=50'));
    await makeSchool(rest.orm);
    await makeSchool(rest.orm);
    const plainThree = await rest.countStatements(() => admin.get('/api/highschools'));
    const pagedThree = await rest.countStatements(() => admin.get('/api/highschools?limit=50'));
    expect({ plainOne, plainThree, pagedOne, pagedThree }).toEqual({
      plainOne: 2,
      plainThree: 2,
      pagedOne: 3,
      pagedThree: 3,
    });
  });
});

describe('GET highschools/{id}', () => {
  it('returns the school with its staff and open invites to administrators and its own staff', async () => {
    const school = await makeSchool(rest.orm);
    const other = await makeSchool(rest.orm);
    const zoe = await makeUser(rest.orm, { firstName: 'Zoe', lastName: 'Ames' });
    const staffId = await makeStaff(rest.orm, {
      highSchoolId: school.id,
      userId: zoe.id,
      position: 'PRINCIPAL',
    });
    const abe = await makeUser(rest.orm, { firstName: 'Abe', lastName: 'zander' });
    await makeStaff(rest.orm, { highSchoolId: school.id, userId: abe.id });
    await makeStaff(rest.orm, { highSchoolId: other.id, userId: (await makeUser(rest.orm)).id });
    const invite = await makeInvite(rest.orm, {
      email: 'new@school.example.org',
      schools: [{ highSchoolId: school.id, position: 'REGISTRAR' }, { highSchoolId: other.id }],
    });
    for (const client of [await asAdmin(), await rest.as(zoe.id)]) {
      const response = await client.get(`/api/highschools/${school.id}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('ETag')).toBe('"1"');
      const { staff, staffInvites, version, name } = response.read(HighSchoolResponseSchema);
      expect({ version, name }).toEqual({ version: 1, name: school.name });
      expect(response.body).not.toHaveProperty('designationCount');
      expect(staff.map(({ user }) => user.lastName)).toEqual(['Ames', 'zander']);
      expect(staff[0]).toEqual({
        id: staffId,
        highSchoolId: school.id,
        userId: zoe.id,
        position: 'PRINCIPAL',
        user: { id: zoe.id, firstName: 'Zoe', lastName: 'Ames', email: zoe.email, phone: zoe.phone },
      });
      expect(staffInvites).toEqual([
        {
          id: invite.staffInviteIds[0],
          highSchoolId: school.id,
          userInviteId: invite.id,
          email: 'new@school.example.org',
          position: 'REGISTRAR',
          expiresAt: '2999-12-31T00:00:00.000Z',
          createdAt: '2026-09-01T17:00:00.000Z',
          updatedAt: '2026-09-01T17:00:00.000Z',
        },
      ]);
    }
  });

  it('uses as many statements for one staff member and one invite as for three', async () => {
    const admin = await asAdmin();
    const school = await makeSchool(rest.orm);
    const more = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        await makeCounselor(rest.orm, [school.id]);
        await makeInvite(rest.orm, { schools: [{ highSchoolId: school.id }] });
      }
    };
    const count = (path: string) =>
      rest.countStatements(() => admin.get(`/api/highschools/${school.id}${path}`));
    await more(1);
    const withOne = { school: await count(''), invites: await count('/staff/invites') };
    await more(2);
    const withThree = { school: await count(''), invites: await count('/staff/invites') };
    expect({ withOne, withThree }).toEqual({
      withOne: { school: 4, invites: 3 },
      withThree: { school: 4, invites: 3 },
    });
  });

  it("returns the same 404 for an unknown school and for one that isn't the caller's", async () => {
    const own = await makeSchool(rest.orm);
    const other = await makeSchool(rest.orm);
    const staff = await rest.as((await makeCounselor(rest.orm, [own.id])).user.id);
    for (const path of ['', '/designations', '/staff/invites']) {
      for (const unknown of [other.id, UNKNOWN_ID]) {
        const response = await staff.get(`/api/highschools/${unknown}${path}`);
        expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
      }
      const byAdmin = await (await asAdmin()).get(`/api/highschools/${UNKNOWN_ID}${path}`);
      expect([byAdmin.status, byAdmin.body]).toEqual([404, NOT_FOUND]);
      const bad = await staff.get(`/api/highschools/7${path}`);
      expect([bad.status, bad.body]).toEqual([400, invalid([['id'], 'Must be a UUID.'])]);
      const byAnonymous = await (await rest.as(null)).get(`/api/highschools/${own.id}${path}`);
      expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    }
  });
});

it("GET highschools/{id}/designations lists that school's only, newest year first", async () => {
  const school = await makeSchool(rest.orm);
  const other = await makeSchool(rest.orm);
  const { user } = await makeCounselor(rest.orm, [school.id, other.id]);
  const ids: string[] = [];
  for (const year of [2024, 2026, 2025]) {
    const { id: academicYearId } = await makeYear(rest.orm, { year, status: 'INACTIVE' });
    const made = { academicYearId, submittedById: user.id };
    ids.push((await makeDesignation(rest.orm, { ...made, highSchoolId: school.id })).id);
    await makeDesignation(rest.orm, { ...made, highSchoolId: other.id });
  }
  const response = await (await rest.as(user.id)).get(`/api/highschools/${school.id}/designations`);
  expect(response.status).toBe(200);
  expect((response.body as { id: string }[]).map((item) => item.id)).toEqual([ids[1], ids[2], ids[0]]);
});
