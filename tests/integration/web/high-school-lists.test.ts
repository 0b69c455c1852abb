import type { LoaderFunctionArgs } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loader as loadList } from '#app/routes/web/high-schools/high-school-list.tsx';
import { loader as loadManage } from '#app/routes/web/manage/manage-list.tsx';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let counting: CountingOrm;
let admin: MadeUser;
let counselor: MadeUser;
let schoolless: MadeUser;
let own: MadeSchool;
let other: MadeSchool;

beforeAll(async () => {
  counting = await openCountingOrm(database.url);
  const { orm } = counting;
  own = await makeSchool(orm, { name: 'Aurora High', notes: 'Boarding', fax: '(907) 555-0001' });
  other = await makeSchool(orm, { name: 'Birch High', status: 'INACTIVE', phone: '(907) 555-0999' });
  admin = await makeAdmin(orm);
  counselor = (await makeCounselor(orm, [own.id])).user;
  schoolless = await makeUser(orm);
  const [year, older] = [await makeYear(orm), await makeYear(orm, { year: 2025, status: 'INACTIVE' })];
  const made = { highSchoolId: own.id, submittedById: counselor.id };
  await makeDesignation(orm, { ...made, academicYearId: year.id, status: 'PENDING' });
  await makeDesignation(orm, { ...made, academicYearId: older.id, status: 'APPROVED' });
});
afterAll(() => counting.orm.close(true));

type Loader = typeof loadList;

const argsOf = (user: MadeUser, path: string) => screenArgs({ orm: counting.orm, user, path });
const open = async (load: Loader, user: MadeUser, path: string) =>
  (await load(await argsOf(user, path))).data;
const names = async (load: Loader, user: MadeUser, path: string) =>
  (await open(load, user, path)).rows.map(({ name }) => name);

const thrownBy = (load: (args: LoaderFunctionArgs) => Promise<unknown>, args: LoaderFunctionArgs) =>
  load(args).then(
    () => null,
    (error: unknown) => error,
  );

describe('the list of high schools', () => {
  it('shows all schools and actions to administrators, and only their own schools to staff', async () => {
    const ownRow = {
      id: own.id,
      name: 'Aurora High',
      status: 'ACTIVE',
      phone: '(907) 555-0200',
      fax: '(907) 555-0001',
      designationCount: 1,
    };
    const otherRow = {
      ...ownRow,
      id: other.id,
      name: 'Birch High',
      status: 'INACTIVE',
      phone: '(907) 555-0999',
      fax: null,
      designationCount: 0,
    };
    const page = { refusal: null, page: 1, flash: [] };
    expect(await open(loadList, admin, '/highschools')).toEqual({
      ...page,
      rows: [ownRow, otherRow],
      total: 2,
      statusCounts: { ACTIVE: 1, INACTIVE: 1 },
      views: [],
      mayCreate: true,
      maySelect: true,
      mayDownload: true,
      mayReadRemarks: true,
      isAdministrator: true,
      hasNoSchools: false,
    });
    const forStaff = {
      ...page,
      statusCounts: null,
      views: null,
      mayCreate: false,
      maySelect: false,
      mayDownload: false,
      mayReadRemarks: false,
      isAdministrator: false,
    };
    for (const load of [loadList, loadManage]) {
      expect(await open(load, counselor, '/manage')).toEqual({
        ...forStaff,
        rows: [ownRow],
        total: 1,
        hasNoSchools: false,
      });
      expect(await open(load, schoolless, '/manage')).toEqual({
        ...forStaff,
        rows: [],
        total: 0,
        hasNoSchools: true,
      });
    }
  });

  it("shows an administrator under /manage only schools whose staff they're on", async () => {
    expect(await open(loadManage, admin, '/manage')).toMatchObject({ rows: [], hasNoSchools: true });
    const both = await makeAdmin(counting.orm);
    await makeStaff(counting.orm, { highSchoolId: other.id, userId: both.id });
    expect(await names(loadManage, both, '/manage')).toEqual(['Birch High']);
    expect(await names(loadList, both, '/highschools')).toEqual(['Aurora High', 'Birch High']);
  });

  it('is filtered and sorted by the address, and shows staff only their own schools', async () => {
    const found = (search: string, user = admin) => names(loadList, user, `/highschools?${search}`);
    expect(await found('name=bir')).toEqual(['Birch High']);
    expect(await found('phone=0999&status=INACTIVE')).toEqual(['Birch High']);
    expect(await found('fax=555-0001')).toEqual(['Aurora High']);
    expect(await found('notes=board')).toEqual(['Aurora High']);
    expect(await found(`bannerCode=${other.bannerCode}`)).toEqual(['Birch High']);
    expect(await found('status=ACTIVE&status=INACTIVE&name=')).toEqual(['Aurora High', 'Birch High']);
    expect(await found('sort=designationCount&direction=asc')).toEqual(['Birch High', 'Aurora High']);
    expect(await found('name=birch', counselor)).toEqual([]);
  });

  it('counts the statuses of the filter without its status, for administrators', async () => {
    const counts = async (path: string, user = admin) => (await open(loadList, user, path)).statusCounts;
    expect(await counts('/highschools')).toEqual({ ACTIVE: 1, INACTIVE: 1 });
    expect(await counts('/highschools?name=birch&status=ACTIVE')).toEqual({ INACTIVE: 1 });
    expect(await counts('/highschools', counselor)).toBeNull();
  });

  it('returns 400 with a reason for an invalid URL, and lists nothing', async () => {
    const response = await loadList(await argsOf(admin, '/highschools?status=LOST&limit=3'));
    expect([response.init?.status, response.data.rows, response.data.total, response.data.refusal]).toEqual([
      400,
      [],
      null,
      'Unable to filter high schools: Status: Choose one of the options. Unknown field: limit.',
    ]);
  });

  it('redirects from a page after the last one to the last', async () => {
    const thrown = await thrownBy(loadList, await argsOf(admin, '/highschools?name=high&page=7'));
    expect(thrown instanceof Response && [thrown.status, thrown.headers.get('Location')]).toEqual([
      302,
      '/highschools?name=high',
    ]);
  });

  it('uses as many statements with one row as with three, and has fifty rows per page', async () => {
    const count = async (load: Loader, user: MadeUser, path: string) => {
      const args = await argsOf(user, path);
      let rows = 0;
      const statements = await counting.count(async () => {
        const [, list] = await Promise.all([loadShell(args), load(args)]);
        rows = list.data.rows.length;
      });
      return { rows, statements };
    };
    expect(await count(loadList, admin, '/highschools?name=aurora')).toEqual({ rows: 1, statements: 6 });
    expect(await count(loadManage, counselor, '/manage')).toEqual({ rows: 1, statements: 4 });
    for (const name of ['Cedar', 'Dogwood']) {
      const { id } = await makeSchool(counting.orm, { name });
      await makeStaff(counting.orm, { highSchoolId: id, userId: counselor.id });
    }
    expect(await count(loadList, admin, '/highschools?phone=0200')).toEqual({ rows: 3, statements: 6 });
    expect(await count(loadManage, counselor, '/manage')).toEqual({ rows: 3, statements: 4 });
    for (let made = 0; made < 50; made += 1) await makeSchool(counting.orm, { name: `Many ${made}` });
    const [first, second] = [
      await open(loadList, admin, '/highschools?name=many'),
      await open(loadList, admin, '/highschools?phone=0200&page=2'),
    ];
    expect([first.rows.length, first.total, second.rows.length, second.total, second.page]).toEqual([
      50, 50, 3, 53, 2,
    ]);
  });
});
