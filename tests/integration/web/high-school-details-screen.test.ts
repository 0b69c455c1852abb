import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { loader as detailsLoader } from '#app/routes/web/high-schools/highschool-details.tsx';
import { action as manageAction, loader as manageLoader } from '#app/routes/web/manage/manage-details.tsx';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeYear } from '#tests/factories/school-factory.server.ts';
import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import {
  actorOf,
  type MadeUser,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { STAFF_FORM, ADMIN_FORM, redirectOf, useSchoolScene } from '#tests/support/school-scene.server.ts';

const scene = useSchoolScene();
const { argsOf, send, everything } = scene;
type Made = typeof scene.made;
let counting: Made['counting'];
let orm: Made['orm'];
let year: Made['year'];
let school: Made['school'];
let other: Made['other'];
let admin: Made['admin'];
let counselor: Made['counselor'];
let stranger: Made['stranger'];
let former: Made['former'];
beforeEach(() => {
  ({ counting, orm, year, school, other, admin, counselor, stranger, former } = scene.made);
});

async function stored() {
  const row = await orm.em.fork().findOneOrFail(HighSchoolEntity, { id: school.id });
  const { name, status, phone, fax, notes, bannerCode, salesforceId, version } = row;
  const { address1, city, zip5, state } = row.address;
  const address = { address1, city, zip5, state };
  return { name, status, phone, fax, notes, bannerCode, salesforceId, address, version };
}
describe("a school's page", () => {
  it('shows the school with its staff, invites, designations, extension and history to administrators and its staff', async () => {
    const designation = await makeDesignation(orm, {
      highSchoolId: school.id,
      academicYearId: year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      students: [{ first: 'Hidden' }],
    });
    const dueAt = new Date('2027-01-05T09:00:00.000Z');
    await makeExtension(orm, {
      academicYearId: year.id,
      highSchoolId: school.id,
      dueAt,
      grantedById: admin.id,
    });
    await makeInvite(orm, { email: 'new@x.example.org', schools: [{ highSchoolId: school.id }] });
    await makeDelivery(orm, { emails: [{ to: 'staff@example.org', highSchoolIds: [school.id] }] });
    await redirectOf(send(admin, ADMIN_FORM));
    const { data: details } = await detailsLoader(await argsOf(admin, school.id));
    expect({
      name: details.school.name,
      staff: details.staff.map(({ user, position }) => [user.lastName, position]),
      invites: details.staffInvites.map(({ email, position }) => [email, position]),
      designations: details.designations.map(({ id, status, academicYear }) => [
        id,
        status,
        academicYear.year,
      ]),
      extension: details.extension,
      history: details.timeline.entries.map(({ kind }) => kind),
      rights: [details.mayEditAll, details.mayDownload],
      emails: details.emails?.emails.map(({ email, state }) => [email, state]),
    }).toEqual({
      name: 'Aurora Borealis High',
      staff: [['Able', 'COUNSELOR']],
      invites: [['new@x.example.org', 'STAFF']],
      designations: [[designation.id, 'PENDING', 2026]],
      extension: {
        year: 2026,
        dueAt: dueAt.toISOString(),
        reason: 'The school was closed by snow.',
        grantedBy: `Ada ${admin.lastName}`,
      },
      history: ['highSchool.changed'],
      rights: [true, true],
      emails: [['staff@example.org', 'QUEUED']],
    });
    expect(JSON.stringify(details)).not.toContain('Hidden');
    const { data: forStaff } = await manageLoader(await argsOf(counselor, school.id));
    const { notes: _, salesforceId: __, ...visibleFields } = details.timeline.entries[0]?.fields ?? {};
    expect(forStaff).toEqual({
      ...details,
      emails: null,
      notes: null,
      snoozedUntil: null,
      school: { ...details.school, notes: '', salesforceId: '' },
      timeline: { ...details.timeline, entries: [{ ...details.timeline.entries[0], fields: visibleFields }] },
      ownId: counselor.id,
      mayEditAll: false,
      mayDownload: false,
    });
    expect((await manageLoader(await argsOf(admin, other.id))).data.school.name).toBe('Birch High');
  });

  it('returns 404 for others and for invalid IDs', async () => {
    for (const load of [detailsLoader, manageLoader]) {
      for (const user of [stranger, former]) {
        expect(await refusalOf(load(await argsOf(user, school.id)))).toMatchObject({ init: { status: 404 } });
      }
      for (const id of [randomUUID(), 'create-not']) {
        expect(await refusalOf(load(await argsOf(admin, id)))).toMatchObject({ init: { status: 404 } });
      }
    }
  });

  it('uses as many statements for three related rows as for one', async () => {
    const add = async (number: number) => {
      await makeCounselor(orm, [school.id]);
      await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
      await makeAccessRequest(orm, { userId: (await makeUser(orm)).id, highSchoolId: school.id });
      const { id } = await makeYear(orm, { year: 2026 - number, status: 'INACTIVE' });
      await makeDesignation(orm, {
        highSchoolId: school.id,
        academicYearId: id,
        submittedById: counselor.id,
      });
      const newcomer = await makeUser(orm);
      const ctx = makeCtx({ orm, actor: actorOf(admin) });
      await addStaff(ctx, { highSchoolId: school.id, userId: newcomer.id, position: 'STAFF' });
    };
    const count = async (user: MadeUser) => {
      const args = await argsOf(user, school.id);
      return counting.count(() => detailsLoader(args));
    };
    await add(1);
    expect([await count(admin), await count(counselor)]).toEqual([14, 10]);
    await add(2);
    await add(3);
    expect([await count(admin), await count(counselor)]).toEqual([14, 10]);
  });
});

describe('saving a school', () => {
  const before = {
    name: 'Aurora High',
    status: 'ACTIVE',
    phone: '(907) 555-0200',
    fax: null,
    notes: '',
    address: { address1: '1 School Road', city: 'Juneau', zip5: '99801', state: 'AK' },
    version: 1,
  };
  const contact = {
    phone: '(907) 555-0123',
    address: { address1: '2 New Road', city: 'Sitka', zip5: '99835', state: 'AK' },
    version: 2,
  };

  it('stores every field for administrators, including empty ones', async () => {
    expect(await redirectOf(send(admin, ADMIN_FORM))).toEqual([
      `/highschools/${school.id}`,
      'success: Changes saved!',
    ]);
    expect(await stored()).toEqual({
      ...before,
      ...contact,
      name: 'Aurora Borealis High',
      status: 'INACTIVE',
      notes: 'Moved.',
      bannerCode: '',
      salesforceId: 'SF-9',
    });
  });

  it("stores phone, fax and address for the school's staff, back on their page", async () => {
    const codes = { bannerCode: school.bannerCode, salesforceId: school.salesforceId };
    expect(await redirectOf(send(counselor, STAFF_FORM, school.id, manageAction))).toEqual([
      `/manage/${school.id}`,
      'success: Changes saved!',
    ]);
    expect(await stored()).toEqual({ ...before, ...codes, ...contact });
  });

  it('rejects a forged administrator field by name, and changes nothing', async () => {
    const untouched = await everything();
    for (const [name, value] of [
      ['name', 'Mine'],
      ['status', 'INACTIVE'],
      ['notes', 'x'],
      ['bannerCode', 'x'],
      ['salesforceId', 'x'],
    ] as const) {
      expect(await send(counselor, [...STAFF_FORM, [name, value]])).toMatchObject({
        init: { status: 403 },
        data: {
          initialValue: { phone: '(907) 555-0123' },
          error: {
            '': [
              `Unable to save changes: Only administrators may change ${name}. You may change phone, fax, and address.`,
            ],
          },
        },
      });
    }
    for (const field of ['id', 'address.state', 'staff']) {
      expect(await send(counselor, [...STAFF_FORM, [field, 'AK']])).toMatchObject({ init: { status: 400 } });
    }
    expect(await everything()).toEqual(untouched);
  });

  it('shows errors beside each field', async () => {
    expect(
      await send(admin, [
        ['intent', 'save'],
        ['version', '1'],
        ['status', 'ACTIVE'],
        ['fax', 'none'],
      ]),
    ).toMatchObject({
      init: { status: 400 },
      data: {
        error: {
          name: ['Name is required.'],
          phone: ['Phone is required.'],
          fax: ['Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...'],
          'address.address1': ['Address is required.'],
          'address.city': ['City is required.'],
          'address.zip5': ['Zipcode is required.'],
        },
      },
    });
    const withZip = (zip: string) => send(admin, ADMIN_FORM.with(6, ['address.zip5', zip]));
    for (const zip of ['9983', '998355', '9983A']) {
      expect(await withZip(zip)).toMatchObject({
        init: { status: 400 },
        data: { error: { 'address.zip5': ['Zipcode must be exactly 5 digits.'] } },
      });
    }
  });

  it('rejects a save of an older version, and keeps the input', async () => {
    await redirectOf(send(counselor, STAFF_FORM));
    expect(await send(admin, ADMIN_FORM)).toMatchObject({
      init: { status: 412 },
      data: {
        initialValue: { name: 'Aurora Borealis High' },
        error: {
          '': [
            'Unable to save changes: This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
          ],
        },
      },
    });
    expect(await stored()).toMatchObject({ name: 'Aurora High', version: 2 });
  });
});
