import { describe, expect, it } from 'vitest';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, invalidQuery, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

async function lastNames(client: RestClient, query = ''): Promise<string[]> {
  const response = await client.get(`/api/users${query}`);
  return response.read(UserResponseSchema.array()).map(({ lastName }) => lastName);
}

/** Four users who match different filters, one of them deleted, and the administrator who searches. */
async function people() {
  const aurora = await makeSchool(rest.orm, { name: 'Aurora High' });
  const birch = await makeSchool(rest.orm, { name: 'Birch High' });
  const admin = await makeAdmin(rest.orm, {
    firstName: 'Ada',
    lastName: 'Min',
    email: 'm@office.example.org',
    phone: '(907) 555-0109',
  });
  await makeUser(rest.orm, {
    firstName: 'Ann',
    lastName: 'Adams',
    email: 'z@a.example.org',
    phone: '(907) 555-0101, extension 7',
    flags: ['DELETED'],
  });
  await makeCounselor(rest.orm, [aurora.id, birch.id], {
    firstName: 'Zoë',
    lastName: 'étienne',
    email: 'a@b.example.org',
    phone: '(907) 555-0105',
  });
  await makeCounselor(rest.orm, [birch.id], {
    firstName: 'Bo',
    lastName: 'Zed_1',
    email: 'c@b.example.org',
    phone: '(907) 555-0103',
  });
  return { aurora, birch, client: await rest.as(admin.id) };
}

describe('GET users', () => {
  it('is sorted by last name, email or phone, deleted users last in either direction', async () => {
    const { client } = await people();
    expect(await lastNames(client)).toEqual(['étienne', 'Min', 'Zed_1', 'Adams']);
    expect(await lastNames(client, '?direction=asc')).toEqual(['Zed_1', 'Min', 'étienne', 'Adams']);
    expect(await lastNames(client, '?sort=email')).toEqual(['étienne', 'Zed_1', 'Min', 'Adams']);
    expect(await lastNames(client, '?sort=phone')).toEqual(['Zed_1', 'étienne', 'Min', 'Adams']);
  });

  it('filters by every field, ignoring case', async () => {
    const { client, aurora, birch } = await people();
    const find = (query: string) => lastNames(client, query);
    expect(await find('?firstName=ZO')).toEqual(['étienne']);
    expect(await find('?lastName=m')).toEqual(['Min', 'Adams']);
    expect(await find('?lastName=_')).toEqual(['Zed_1']);
    expect(await find('?name=bo%20zed')).toEqual(['Zed_1']);
    expect(await find('?email=B.example')).toEqual(['étienne', 'Zed_1']);
    expect(await find('?phone=555.0103')).toEqual(['Zed_1']);
    expect(await find('?phone=extension')).toEqual(['Adams']);
    expect(await find('?flags=ADMIN')).toEqual(['Min']);
    expect(await find('?flags=ADMIN&flags=DELETED')).toEqual(['Min', 'Adams']);
    expect(await find(`?highSchools=${aurora.id}`)).toEqual(['étienne']);
    expect(await find(`?highSchools=${aurora.id}&highSchools=${birch.id}`)).toEqual(['étienne', 'Zed_1']);
    expect(await find(`?highSchools=${birch.id}&firstName=bo`)).toEqual(['Zed_1']);
    expect(await find('?highSchoolName=ROR')).toEqual(['étienne']);
  });

  it("pages, counts, and uses two statements besides the session's for one user as for four", async () => {
    const { client } = await people();
    const page = await client.get('/api/users?limit=2&offset=1');
    expect(page.read(UserResponseSchema.array()).map(({ lastName }) => lastName)).toEqual(['Min', 'Zed_1']);
    expect(page.headers.get('X-Total-Count')).toBe('4');
    const one = await rest.statementsOf(() => client.get('/api/users?limit=500&lastName=Min'));
    const all = await rest.statementsOf(() => client.get('/api/users?limit=500'));
    const ofUsers = (statements: string[]) =>
      statements.filter((statement) => statement.includes('from user_account u where')).length;
    expect([one.length, ofUsers(one), ofUsers(all)]).toEqual([all.length, 2, 2]);
  });

  it('returns errors for an invalid query', async () => {
    const { client } = await people();
    const response = await client.get('/api/users?flags=OWNER&highSchools=x&sort=age');
    expect([response.status, response.body]).toEqual([
      400,
      invalidQuery(
        [['flags', 0], 'Must be one of: ADMIN, DELETED.'],
        [['highSchools', 0], 'Must be a UUID.'],
        [['sort'], 'Must be one of: name, email, phone.'],
      ),
    ]);
  });

  it('returns 403 to staff and 401 without a session', async () => {
    const { birch } = await people();
    const staff = await rest.as((await makeCounselor(rest.orm, [birch.id])).user.id);
    const byStaff = await staff.get('/api/users');
    expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
    const byAnonymous = await (await rest.as(null)).get('/api/users');
    expect([byAnonymous.status, byAnonymous.body]).toEqual([401, UNAUTHORIZED]);
  });
});
