import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { wrap } from '@mikro-orm/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { streamHighSchools } from '#app/domain/exports/stream-lists.server.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type RestResponse, type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import {
  FORBIDDEN,
  FOREIGN_ORIGIN,
  invalid,
  invalidQuery,
  UNKNOWN_ID,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const ALL = '/api/highschools/download';
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example.org' },
  { Referer: 'https://evil.example.org/page' },
];
let aurora: MadeSchool;
let birch: MadeSchool;
let admin: RestClient;
let staff: RestClient;

beforeEach(async () => {
  aurora = await makeSchool(rest.orm, {
    name: 'Aurora High',
    fax: '(907) 555-0001',
    notes: '=1+1\nRings "twice", then once.',
  });
  birch = await makeSchool(rest.orm, { name: 'birch High', status: 'INACTIVE' });
  const { user } = await makeCounselor(rest.orm, [aurora.id], {
    lastName: 'Zimt',
    email: 'zimt@x.example.org',
  });
  const abel = await makeUser(rest.orm, { firstName: 'Ab', lastName: 'Abel', email: 'abel@x.example.org' });
  await makeStaff(rest.orm, { highSchoolId: aurora.id, userId: abel.id, position: 'PRINCIPAL' });
  const [year, older] = [
    await makeYear(rest.orm),
    await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' }),
  ];
  const made = { highSchoolId: aurora.id, submittedById: user.id, students: 2 };
  await makeDesignation(rest.orm, { ...made, academicYearId: year.id, status: 'PENDING' });
  await makeDesignation(rest.orm, { ...made, academicYearId: older.id, status: 'APPROVED' });
  admin = await rest.as((await makeAdmin(rest.orm)).id);
  staff = await rest.as(user.id);
});

function rowsOf(response: RestResponse): Record<string, string>[] {
  return parse<Record<string, string>>(String(response.body), {
    columns: true,
    bom: true,
    record_delimiter: '\r\n',
  });
}

const namesOf = (response: RestResponse) => rowsOf(response).map(({ name }) => name);
const auroraRow = () => ({
  id: aurora.id,
  name: 'Aurora High',
  status: 'ACTIVE',
  phone: '(907) 555-0200',
  fax: '(907) 555-0001',
  address: '1 School Road, Juneau, AK 99801',
  'banner code': aurora.bannerCode,
  'salesforce id': aurora.salesforceId,
  notes: `'=1+1\nRings "twice", then once.`,
  staff: 'Ab Abel, PRINCIPAL, abel@x.example.org; Pat Zimt, COUNSELOR, zimt@x.example.org',
  'approved designations': '1',
});

describe('downloads of high schools', () => {
  it('are a file of all schools from A to Z, with staff and approved designations, safe from formulas', async () => {
    const response = await admin.get(ALL);
    expect([
      response.status,
      response.headers.get('Content-Type'),
      response.headers.get('Content-Disposition'),
      response.headers.get('X-Accel-Buffering'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="highschools-2026-11-21.csv"', 'no']);
    expect(rowsOf(response)).toEqual([
      auroraRow(),
      {
        ...auroraRow(),
        id: birch.id,
        name: 'birch High',
        status: 'INACTIVE',
        fax: '',
        'banner code': birch.bannerCode,
        'salesforce id': birch.salesforceId,
        notes: '',
        staff: '',
        'approved designations': '0',
      },
    ]);
    expect(String(response.body).split('\r\n')[0]).toBe(
      'id,name,status,phone,fax,address,banner code,salesforce id,notes,staff,approved designations',
    );
  });

  it('start with the UTF-8 byte order mark for spreadsheets', async () => {
    const { stream } = await streamHighSchools(makeCtx({ orm: rest.orm }), { highSchoolId: birch.id });
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(Array.from(bytes.slice(0, 5))).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
  });

  it("contain one school, or exactly what the list's filter matches", async () => {
    expect(rowsOf(await admin.get(`${ALL}/${aurora.id}`))).toEqual([auroraRow()]);
    expect(namesOf(await admin.get(`${ALL}?status=INACTIVE`))).toEqual(['birch High']);
    expect(namesOf(await admin.get(`${ALL}?name=high&phone=0200&fax=0001`))).toEqual(['Aurora High']);
    expect(namesOf(await admin.get(`${ALL}?name=nobody`))).toEqual([]);
    const bad = await admin.get(`${ALL}?status=LOST&sort=name`);
    expect([bad.status, bad.body]).toEqual([
      400,
      invalidQuery([['status', 0], 'Must be one of: ACTIVE, INACTIVE.'], [[], 'Unknown field: sort.']),
    ]);
  });

  it('are complete with more schools than one batch', async () => {
    const em = rest.orm.em.fork();
    const { address, ...copied } = wrap(
      await em.findOneOrFail(HighSchoolEntity, { id: birch.id }),
    ).toObject();
    const names = Array.from({ length: 1100 }, (_, index) => `Copy ${String(index).padStart(4, '0')}`);
    for (const name of names) {
      const own = { id: randomUUID(), name, bannerCode: '', address: { ...address, id: randomUUID() } };
      em.create(HighSchoolEntity, { ...copied, ...own });
    }
    await em.flush();
    expect(namesOf(await admin.get(ALL))).toEqual(['Aurora High', 'birch High', ...names]);
  });

  it('return 403 to staff, even for their own school and for unknown IDs, and 401 without a session', async () => {
    for (const path of [ALL, `${ALL}/${aurora.id}`, `${ALL}/${birch.id}`, `${ALL}/${UNKNOWN_ID}`]) {
      const refused = await staff.get(path);
      expect([refused.status, refused.body]).toEqual([403, FORBIDDEN]);
      const anonymous = await (await rest.as(null)).get(path);
      expect([anonymous.status, anonymous.body]).toEqual([401, UNAUTHORIZED]);
    }
  });

  it('return 404 for unknown IDs and 400 for invalid ones', async () => {
    const unknown = await admin.get(`${ALL}/${UNKNOWN_ID}`);
    expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
    const noId = await admin.get(`${ALL}/2026`);
    expect([noId.status, noId.body]).toEqual([400, invalid([['id'], 'Must be a UUID.'])]);
  });

  it('return 403 for requests from another site', async () => {
    for (const path of [ALL, `${ALL}/${aurora.id}`]) {
      for (const headers of FOREIGN) {
        const response = await admin.get(path, headers);
        expect([response.status, response.body]).toEqual([403, FOREIGN_ORIGIN]);
      }
    }
  });

  it('return no body for HEAD, and use as many statements for three schools as for one', async () => {
    const head = await admin.send('HEAD', ALL);
    expect([head.status, head.body]).toEqual([200, null]);
    const read = (query: string) => rest.countStatements(() => admin.get(`${ALL}${query}`));
    const one = await read('?status=INACTIVE');
    await makeSchool(rest.orm, { status: 'INACTIVE' });
    await makeSchool(rest.orm, { status: 'INACTIVE' });
    expect([one, await read('?status=INACTIVE')]).toEqual([8, 8]);
  });
});
