import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { DESIGNATIONS_DOWNLOAD } from '#app/server/link-questions.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { type RestResponse, useRest } from '#tests/support/rest-client.server.ts';
import {
  FORBIDDEN,
  FOREIGN_ORIGIN,
  invalid,
  invalidQuery,
  UNKNOWN_ID,
  NOT_FOUND,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { type DesignationScene, designationScene } from './designations-scene.ts';

const rest = useRest({ per: 'each test' });
let scene: DesignationScene;
/** A designation of `school` in 2025: APPROVED, without students, submitted by its counselor. */
let approved: { id: string };
let paths: Record<'all' | 'one' | 'highSchool' | 'user' | 'year', string>;

beforeEach(async () => {
  scene = await designationScene(rest);
  const { school, other, counselor, designation, year } = scene;
  const earlier = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
  approved = await makeDesignation(rest.orm, {
    highSchoolId: school.id,
    academicYearId: earlier.id,
    submittedById: counselor.id,
    status: 'APPROVED',
    classSize: 0,
    criteria: 'OTHER',
    criteriaComment: 'By hand, "as ever"',
  });
  paths = {
    all: '/api/designations/download',
    one: `/api/designations/download/${designation.id}`,
    highSchool: `/api/designations/download/highschool/${other.id}`,
    user: `/api/designations/download/user/${counselor.id}`,
    year: `/api/designations/download/year/${year.id}`,
  };
});

type Row = Record<string, string>;

function rowsOf(response: RestResponse): Row[] {
  const text = String(response.body);
  return parse<Row>(text, { columns: true, bom: true, record_delimiter: '\r\n' });
}

async function marked(): Promise<string[]> {
  const rows = await storedRows(rest.orm, DesignationEntity, ['id'], {
    where: { downloadedAt: { $ne: null } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

const sorted = (...ids: string[]) => ids.sort();

describe('the downloads under GET designations/download…', () => {
  it('are CSV files to save, with every value of the data', async () => {
    const { admin, designation, school, counselor } = scene;
    const response = await admin.get(paths.one);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="designation-birch-high-2026.csv"',
    );
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(rowsOf(response)).toEqual(
      designation.students.map((student) => ({
        'designation id': designation.id,
        year: '2026',
        'school name': 'Birch High',
        'banner code': school.bannerCode,
        'salesforce id': school.salesforceId,
        'class size': '20',
        criteria: 'Cumulative GPA',
        'criteria comment': '',
        status: 'PENDING',
        'submitted by': `Cora ${counselor.lastName}`,
        'submitted-by email': counselor.email,
        updated: '2026-09-01T09:00:00-08:00',
        downloaded: '',
        'student id': student.id,
        first: student.first,
        middle: '',
        last: student.last,
        preferred: '',
        'date of birth': '2010-03-04',
        twin: 'No',
        phone: '(907) 555-0123',
        email: student.email,
        'parent email': '',
        address1: student.address.address1,
        address2: '',
        city: 'Juneau',
        state: 'AK',
        zip5: '99801',
        zip4: '',
        'address status': 'UNVERIFIED',
      })),
    );
  });

  it('contain what their path names, and mark exactly those designations', async () => {
    const { designation, others } = scene;
    const expected = {
      all: [others.id, designation.id, approved.id],
      one: [designation.id],
      highSchool: [others.id],
      user: [designation.id, approved.id],
      year: [others.id, designation.id],
    };
    const names = {
      all: 'designations-2026-11-21.csv',
      one: 'designation-birch-high-2026.csv',
      highSchool: 'designations-2026-11-21.csv',
      user: 'designations-2026-11-21.csv',
      year: 'designations-2026.csv',
    };
    for (const [kind, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
      await rest.orm.em.fork().nativeUpdate(DesignationEntity, {}, { downloadedAt: null });
      const response = await scene.admin.get(path);
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${names[kind]}"`);
      expect(response.headers.get('X-Accel-Buffering')).toBe('no');
      const ids = rowsOf(response).map((row) => row['designation id']);
      expect([...new Set(ids)]).toEqual(expected[kind]);
      expect(await marked()).toEqual(sorted(...expected[kind]));
    }
  });

  it("accept the list's filter, and nothing else", async () => {
    const { admin, designation, others } = scene;
    const response = await admin.get(`${paths.all}?status=PENDING&criteria=CUMULATIVE_GPA&criteria=OTHER`);
    expect([...new Set(rowsOf(response).map((row) => row['designation id']))]).toEqual([
      others.id,
      designation.id,
    ]);
    expect(await marked()).toEqual(sorted(others.id, designation.id));
    const bad = await admin.get(`${paths.all}?status=LOST&limit=5`);
    expect([bad.status, bad.body]).toEqual([
      400,
      invalidQuery(
        [['status', 0], 'Must be one of: STARTED, PENDING, RETURNED, APPROVED, REJECTED.'],
        [[], 'Unknown field: limit.'],
      ),
    ]);
  });

  it('record the download time, change neither version nor updatedAt, and name the earlier download the second time', async () => {
    const { admin, designation } = scene;
    const first = await admin.get(paths.one);
    expect(rowsOf(first).map((row) => row['downloaded'])).toEqual(['', '']);
    const read = await admin.get(`/api/designations/${designation.id}`);
    expect(read.headers.get('ETag')).toBe('"1"');
    expect(read.body).toMatchObject({
      downloadedAt: '2026-11-21T21:00:00.000Z',
      updatedAt: '2026-09-01T17:00:00.000Z',
    });
    rest.clock.advance(60_000);
    const second = await admin.get(paths.one);
    expect(rowsOf(second).map((row) => row['downloaded'])).toEqual([
      '2026-11-21T12:00:00-09:00',
      '2026-11-21T12:00:00-09:00',
    ]);
    expect((await admin.get(`/api/designations/${designation.id}`)).body).toMatchObject({
      downloadedAt: '2026-11-21T21:01:00.000Z',
    });
  });

  it('are recorded with who obtained which students', async () => {
    const { admin, administrator, designation, others } = scene;
    await admin.get(paths.year);
    const rows = await storedRows(rest.orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'studentIds']);
    expect(rows).toEqual([
      {
        actor: administrator.id,
        channel: 'REST',
        purpose: 'designations.download',
        studentIds: [...others.students, ...designation.students].map(({ id }) => id),
      },
    ]);
  });

  it('are recorded with the channel BROWSER if a browser sends them', async () => {
    await scene.admin.get(paths.one, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' });
    const rows = await storedRows(rest.orm, DisclosureEntity, ['channel']);
    expect(rows).toEqual([{ channel: 'BROWSER' }]);
  });

  it('return 403 to staff, and record no download', async () => {
    for (const path of Object.values(paths)) {
      const response = await scene.staff.get(path);
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
    expect(await marked()).toEqual([]);
  });

  it('return 403 to staff, for unknown IDs too', async () => {
    for (const kind of ['', '/highschool', '/user', '/year']) {
      const response = await scene.staff.get(`/api/designations/download${kind}/${UNKNOWN_ID}`);
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
  });

  it('return 401 without a session', async () => {
    for (const path of Object.values(paths)) {
      const response = await scene.anonymous.get(path);
      expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
    }
  });

  it('return 404 for unknown IDs and 400 for invalid ones', async () => {
    for (const kind of ['', '/highschool', '/user', '/year']) {
      const unknown = await scene.admin.get(`/api/designations/download${kind}/${UNKNOWN_ID}`);
      expect([unknown.status, unknown.body]).toEqual([404, NOT_FOUND]);
      const noId = await scene.admin.get(`/api/designations/download${kind}/2026`);
      expect([noId.status, noId.body]).toEqual([400, invalid([['id'], 'Must be a UUID.'])]);
    }
  });

  it('return 403 for requests from another site, and mark nothing', async () => {
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example.org' },
      { Referer: 'https://evil.example.org/page' },
    ];
    for (const path of Object.values(paths)) {
      for (const headers of foreign) {
        const response = await scene.admin.get(path, headers);
        expect([response.status, response.body]).toEqual([403, FOREIGN_ORIGIN]);
      }
    }
    expect(await marked()).toEqual([]);
    expect((await scene.admin.get(paths.one, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  it('ask first if a browser opens them from another site, and mark nothing', async () => {
    const page = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
    for (const path of Object.values(paths)) {
      for (const headers of [page, { ...page, 'Sec-Fetch-Site': 'none' }]) {
        const response = await scene.admin.get(path, headers);
        expect([response.status, response.body]).toEqual([
          200,
          { asked: { ...DESIGNATIONS_DOWNLOAD, href: path } },
        ]);
      }
    }
    const filtered = `${paths.all}?status=PENDING`;
    expect((await scene.admin.get(filtered, page)).body).toMatchObject({ asked: { href: filtered } });
    expect(await marked()).toEqual([]);
    expect((await scene.staff.get(paths.one, page)).status).toBe(403);
  });

  it.each([
    ['one of our pages, according to the browser', { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }],
    [
      'one of our pages, according to an older browser',
      { Accept: 'text/html', Referer: 'http://localhost:3000/designations' },
    ],
    ['a script with a session', { Accept: '*/*' }],
    ['a script without such headers', {}],
  ])("don't ask first if the request is from %s", async (_who, headers: Readonly<Record<string, string>>) => {
    const response = await scene.admin.get(paths.one, headers);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await marked()).toEqual([scene.designation.id]);
  });

  it('record nothing for HEAD', async () => {
    const response = await scene.admin.send('HEAD', paths.one);
    expect([response.status, response.body]).toEqual([200, null]);
    expect(await marked()).toEqual([]);
  });
});
