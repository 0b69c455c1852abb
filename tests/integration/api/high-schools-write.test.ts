import { describe, expect, it } from 'vitest';
import { HighSchoolResponseSchema } from '#app/schemas/high-school.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  FORBIDDEN,
  forbidden,
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
const asStaffOf = async (schoolId: string) => rest.as((await makeCounselor(rest.orm, [schoolId])).user.id);

const ADDRESS = { address1: '9 Fir Road', city: 'Nome', state: 'AK', zip5: '99762' };
const NEW_SCHOOL = { name: 'Aurora High', phone: '(907) 555-0111', address: ADDRESS };
const ANOTHER_STATE = refused([['address', 'state'], 'High schools are in Alaska, so the state must be AK.']);

const timeline = () =>
  storedRows(rest.orm, EventEntity, ['kind', 'subjectId', 'changes'], {
    where: { subjectType: 'HIGH_SCHOOL' },
    orderBy: { at: 'asc' },
  });
const storedVersions = () => storedRows(rest.orm, HighSchoolEntity, ['name', 'status', 'version']);

describe('POST highschools', () => {
  it('adds an INACTIVE school and returns it', async () => {
    const response = await (
      await asAdmin()
    ).post('/api/highschools', {
      ...NEW_SCHOOL,
      fax: '',
      notes: ' Two lines\nhere ',
      status: 'INACTIVE',
      bannerCode: 'A1',
      id: 'ignored',
      createdAt: 'ignored',
      staff: 'ignored',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('ETag')).toBe('"1"');
    const school = response.read(HighSchoolResponseSchema);
    expect(school).toEqual({
      id: school.id,
      name: 'Aurora High',
      phone: '(907) 555-0111',
      fax: null,
      notes: 'Two lines\nhere',
      status: 'INACTIVE',
      bannerCode: 'A1',
      salesforceId: '',
      address: {
        id: school.address.id,
        ...ADDRESS,
        address2: '',
        zip4: '',
        firmName: '',
        urbanization: '',
        status: 'UNVERIFIED',
      },
      version: 1,
      staff: [],
      staffInvites: [],
      createdAt: '2026-11-21T21:00:00.000Z',
      updatedAt: '2026-11-21T21:00:00.000Z',
    });
    expect(await timeline()).toEqual([
      {
        kind: 'highSchool.created',
        subjectId: school.id,
        changes: { name: { from: null, to: 'Aurora High' } },
      },
    ]);
  });

  it('returns errors for each invalid field, and stores nothing', async () => {
    const response = await (
      await asAdmin()
    ).post('/api/highschools', {
      name: ' ',
      phone: '555',
      fax: 'none',
      status: 'ACTIVE',
      salesForce: 1,
      address: { address1: '', state: 'ZZ', zip5: '9976', country: 'US' },
    });
    expect([response.status, response.body]).toEqual([
      400,
      invalid(
        [['name'], 'Name is required.'],
        [['phone'], 'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...'],
        [['fax'], 'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...'],
        [['status'], 'New schools are created INACTIVE.'],
        [['address', 'address1'], 'Address is required.'],
        [['address', 'city'], 'City is required.'],
        [['address', 'state'], 'Choose a state.'],
        [['address', 'zip5'], 'Zipcode must be exactly 5 digits.'],
        [['address'], 'Unknown field: country.'],
        [[], 'Unknown field: salesForce.'],
      ),
    ]);
    expect(await storedVersions()).toEqual([]);
  });

  it("accepts schools of the installation's state only", async () => {
    const body = { ...NEW_SCHOOL, address: { ...ADDRESS, state: 'WA' } };
    const response = await (await asAdmin()).post('/api/highschools', body);
    expect([response.status, response.body]).toEqual([400, ANOTHER_STATE]);
  });

  it('is for administrators', async () => {
    const staff = await asStaffOf((await makeSchool(rest.orm)).id);
    const byStaff = await staff.post('/api/highschools', NEW_SCHOOL);
    expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
    const byAnonymous = await (await rest.as(null)).post('/api/highschools', NEW_SCHOOL);
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
    expect(await storedVersions()).toHaveLength(1);
  });
});

describe('PATCH highschools/{id}', () => {
  it('lets administrators change every field, and changes only the given ones', async () => {
    const { id } = await makeSchool(rest.orm, { name: 'Old', fax: '(907) 555-0001', status: 'INACTIVE' });
    const admin = await asAdmin();
    const all = {
      name: 'New',
      phone: '(907) 555-0999',
      fax: null,
      notes: 'Noted',
      status: 'ACTIVE',
      bannerCode: 'B9',
      salesforceId: 'S9',
      address: { ...ADDRESS, zip4: '0001', firmName: 'Office', urbanization: 'U', address2: 'Floor 2' },
    };
    const changed = await admin.patch(`/api/highschools/${id}`, all);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('ETag')).toBe('"2"');
    expect(changed.body).toMatchObject({ ...all, version: 2, updatedAt: '2026-11-21T21:00:00.000Z' });
    const one = await admin.patch(`/api/highschools/${id}`, {
      address: { address2: null },
      fax: '(907) 555-0002',
    });
    expect(one.body).toMatchObject({
      ...all,
      fax: '(907) 555-0002',
      address: { ...all.address, address2: '' },
      version: 3,
    });
    expect((await timeline()).at(-1)).toEqual({
      kind: 'highSchool.changed',
      subjectId: id,
      changes: {
        fax: { from: null, to: '(907) 555-0002' },
        'address.address2': { from: 'Floor 2', to: '' },
      },
    });
  });

  it('drops the ZIP+4 with another street, city or ZIP code, unless a new one is sent', async () => {
    const { id } = await makeSchool(rest.orm);
    const admin = await asAdmin();
    const home = { ...ADDRESS, zip5: '99669', zip4: '9712' };
    for (const [address, zip4] of [
      [{ zip5: '99999' }, ''],
      [{ city: 'Soldotna' }, ''],
      [{ ...home, address1: '2 Birch St' }, ''],
      [{ address2: 'Floor 2' }, '9712'],
      [{ zip5: '99999', zip4: '1234' }, '1234'],
    ] as const) {
      await admin.patch(`/api/highschools/${id}`, { address: { ...home, zip4: '' } });
      await admin.patch(`/api/highschools/${id}`, { address: home });
      const { body } = await admin.patch(`/api/highschools/${id}`, { address });
      expect(body).toMatchObject({ address: { zip4 } });
    }
  });

  it('accepts its own response: read-only fields are ignored and nothing changes', async () => {
    const { id } = await makeSchool(rest.orm);
    const admin = await asAdmin();
    const { body } = await admin.get(`/api/highschools/${id}`);
    const response = await admin.patch(`/api/highschools/${id}`, body);
    expect([response.status, response.body]).toEqual([200, body]);
    expect(await timeline()).toEqual([]);
  });

  it('lets staff change phone, fax, and address, and returns 403 for other fields', async () => {
    const { id } = await makeSchool(rest.orm);
    const staff = await asStaffOf(id);
    const theirs = { phone: '(907) 555-0998', fax: '(907) 555-0997', address: { city: 'Sitka' } };
    const allowed = await staff.patch(`/api/highschools/${id}`, theirs);
    expect(allowed.status).toBe(200);
    expect(allowed.body).toMatchObject({ ...theirs, version: 2 });
    for (const [field, value] of Object.entries({
      name: 'Mine',
      notes: 'x',
      status: 'ACTIVE',
      bannerCode: 'x',
      salesforceId: 'x',
    })) {
      const refusedOne = await staff.patch(`/api/highschools/${id}`, {
        phone: '(907) 555-0000',
        [field]: value,
      });
      expect([refusedOne.status, refusedOne.body]).toEqual([
        403,
        forbidden(`Only administrators may change ${field}. You may change phone, fax, and address.`),
      ]);
    }
    expect((await staff.get(`/api/highschools/${id}`)).body).toEqual(allowed.body);
  });

  it('refuses another state, unknown fields and a bad address', async () => {
    const { id } = await makeSchool(rest.orm);
    const admin = await asAdmin();
    const elsewhere = await admin.patch(`/api/highschools/${id}`, { address: { state: 'HI' } });
    expect([elsewhere.status, elsewhere.body]).toEqual([400, ANOTHER_STATE]);
    const bad = await admin.patch(`/api/highschools/${id}`, {
      designationCount: 3,
      principal: 'P',
      address: { zip5: '1234567', street: 'x', status: 'VALID', id: 'x' },
    });
    expect([bad.status, bad.body]).toEqual([
      400,
      invalid(
        [['address', 'zip5'], 'Zipcode must be exactly 5 digits.'],
        [['address'], 'Unknown field: street.'],
        [[], 'Unknown field: principal.'],
      ),
    ]);
    expect(await storedVersions()).toMatchObject([{ version: 1 }]);
  });

  it('returns 412 for an older version and changes nothing', async () => {
    const { id } = await makeSchool(rest.orm, { name: 'Old' });
    const admin = await asAdmin();
    const path = `/api/highschools/${id}`;
    expect((await admin.patch(path, { name: 'Newer' }, { 'If-Match': '"1"' })).status).toBe(200);
    const stale = await admin.patch(path, { name: 'Lost' }, { 'If-Match': '"1"' });
    expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    expect((await admin.patch(path, { name: 'Any' }, { 'If-Match': '*' })).status).toBe(200);
    expect(await storedVersions()).toEqual([{ name: 'Any', status: 'ACTIVE', version: 3 }]);
  });

  it('lets only one of two writers of the same version succeed', async () => {
    const { id } = await makeSchool(rest.orm);
    const admin = await asAdmin();
    const responses = await Promise.all(
      ['One', 'Two'].map((name) => admin.patch(`/api/highschools/${id}`, { name }, { 'If-Match': '"1"' })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it("returns the same 404 for an unknown school and for one that isn't the caller's", async () => {
    const other = await makeSchool(rest.orm, { name: 'Theirs' });
    const staff = await asStaffOf((await makeSchool(rest.orm)).id);
    for (const id of [other.id, UNKNOWN_ID]) {
      for (const body of [{ phone: '(907) 555-0000' }, { name: 'Mine' }]) {
        const response = await staff.patch(`/api/highschools/${id}`, body);
        expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
      }
    }
    const byAdmin = await (await asAdmin()).patch(`/api/highschools/${UNKNOWN_ID}`, { name: 'Mine' });
    expect([byAdmin.status, byAdmin.body]).toEqual([404, NOT_FOUND]);
    const byAnonymous = await (await rest.as(null)).patch(`/api/highschools/${other.id}`, {});
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
  });
});
