import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestResponse, type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import {
  FORBIDDEN,
  FOREIGN_ORIGIN,
  UNKNOWN_ID,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const ALL = '/api/users/download';
let cora: MadeUser;
let admin: RestClient;
let staff: RestClient;

beforeEach(async () => {
  const [birch, aurora] = [
    await makeSchool(rest.orm, { name: 'birch High' }),
    await makeSchool(rest.orm, { name: 'Aurora High' }),
  ];
  cora = (
    await makeCounselor(rest.orm, [birch.id, aurora.id], {
      firstName: '=Cora',
      lastName: 'Éclair',
      email: 'c@x.example.org',
    })
  ).user;
  await makeUser(rest.orm, {
    firstName: 'Dee',
    lastName: 'Zed',
    email: 'd@x.example.org',
    flags: ['DELETED'],
  });
  admin = await rest.as((await makeAdmin(rest.orm, { lastName: 'Min', email: 'a@x.example.org' })).id);
  staff = await rest.as(cora.id);
});

function rowsOf(response: RestResponse): Record<string, string>[] {
  return parse<Record<string, string>>(String(response.body), {
    columns: true,
    bom: true,
    record_delimiter: '\r\n',
  });
}
const lastNames = (response: RestResponse) => rowsOf(response).map(({ last }) => last);

describe('the CSV of users', () => {
  it('contains the filtered users by name, formula-safe, with their schools', async () => {
    const response = await admin.get(ALL);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="users-2026-11-21.csv"');
    expect(response.headers.get('X-Accel-Buffering')).toBe('no');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(lastNames(response)).toEqual(['Éclair', 'Min', 'Zed']);
    expect(rowsOf(response)[0]).toEqual({
      id: cora.id,
      first: "'=Cora",
      last: 'Éclair',
      email: 'c@x.example.org',
      phone: '(907) 555-0100',
      flags: '',
      'schools and positions': 'Aurora High, COUNSELOR; birch High, COUNSELOR',
    });
    expect(lastNames(await admin.get(`${ALL}?deleted=false`))).toEqual(['Éclair', 'Min']);
    expect(lastNames(await admin.get(`${ALL}?deleted=true`))).toEqual(['Zed']);
    expect(lastNames(await admin.get(`${ALL}?flags=ADMIN`))).toEqual(['Min']);
    expect((await admin.get(`${ALL}?limit=1`)).status).toBe(400);
  });

  it('of one user contains that user', async () => {
    expect(lastNames(await admin.get(`${ALL}/${cora.id}`))).toEqual(['Éclair']);
    expect(lastNames(await admin.get(`${ALL}/@me`))).toEqual(['Min']);
    expect((await admin.get(`${ALL}/${UNKNOWN_ID}`)).body).toEqual(NOT_FOUND);
  });

  it("is for administrators, and not for another site's pages", async () => {
    for (const path of [ALL, `${ALL}/${cora.id}`]) {
      const byStaff = await staff.get(path);
      expect([byStaff.status, byStaff.body]).toEqual([403, FORBIDDEN]);
      expect((await (await rest.as(null)).get(path)).body).toEqual(UNAUTHORIZED);
      const foreign = await admin.get(path, { Origin: 'https://evil.example.org' });
      expect([foreign.status, foreign.body]).toEqual([403, FOREIGN_ORIGIN]);
    }
  });
});
