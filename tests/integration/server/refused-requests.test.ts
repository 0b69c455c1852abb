import { beforeAll, describe, expect, it } from 'vitest';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { renderedBuild } from '#tests/support/scriptless-page.server.ts';
import { type Got, useProductionApp } from './production-app.ts';

const build = await renderedBuild((error) => {
  throw error;
});
const app = useProductionApp(build);

const SCREEN = 'GET, HEAD, OPTIONS';
const FORM = 'GET, HEAD, POST, OPTIONS';
const FILE = 'POST, OPTIONS';
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const OWN = { Origin: 'https://scholars.example.org' };
const FOREIGN = { Origin: 'https://elsewhere.example.org' };

let admin: MadeUser;
let counselor: MadeUser;
let pending: MadeDesignation;

beforeAll(async () => {
  const { orm } = app.application;
  admin = await makeAdmin(orm);
  const year = await makeYear(orm);
  const school = await makeSchool(orm, { name: 'Elder High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  pending = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: counselor.id },
    ...{ status: 'PENDING', students: 1 },
  });
});

const cookieOf = async ({ id }: MadeUser) => ({ Cookie: await sessionCookie(app.application, id) });
const storedPending = () =>
  app.application.orm.em.fork().findOneOrFail(DesignationEntity, { id: pending.id });
const allowOf = ({ status, headers }: Got) => [status, headers['allow']];
const jsonOf = ({ status, body }: Got) => [status, JSON.parse(body) as unknown];

describe('the pages in production', () => {
  it("return 405 with the allowed methods for methods that a URL doesn't support", async () => {
    const session = { ...(await cookieOf(admin)), ...OWN };
    const decision = new URLSearchParams({ intent: 'decide', version: '1', status: 'APPROVED' }).toString();
    const headers = { ...session, ...FORM_TYPE, 'Content-Length': String(decision.length) };
    for (const [path, allow] of [
      [`/designations/${pending.id}`, FORM],
      [`/designations/${pending.id}.data`, FORM],
      ['/designations/bulk', FORM],
      ['/login', FORM],
      ['/DESIGNATE/students/', FORM],
      ['/', FORM],
      ['/designations', SCREEN],
      ['/designate', SCREEN],
      ['/no/such/page', SCREEN],
      ['/designations/download', FILE],
      ['/designations/schools', SCREEN],
      [`/designate/editing/${pending.id}`, 'POST, PATCH, DELETE, OPTIONS'],
    ] as const) {
      expect([path, ...allowOf(await app.send('OPTIONS', path, session))]).toEqual([path, 204, allow]);
      for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'].filter((one) => !allow.includes(one))) {
        expect([method, path, ...allowOf(await app.send(method, path, headers, decision))]).toEqual([
          ...[method, path, 405, allow],
        ]);
      }
    }
    expect(await storedPending()).toMatchObject({ status: 'PENDING', version: 1 });
  });

  it('send scripts, other sites, and expired sessions no page when they refuse a download, and record none', async () => {
    const session = await cookieOf(admin);
    const post = (path: string, headers: Record<string, string>) =>
      app.send('POST', path, { ...FORM_TYPE, ...headers }, `designations=${pending.id}.1`);
    expect((await post('/designations/download.data', { ...session, ...OWN })).status).toBe(404);
    const foreign = await post('/designations/download', { ...session, ...FOREIGN });
    expect([foreign.status, foreign.body]).toEqual([403, expect.not.stringContaining('<html')]);
    expect((await storedPending()).downloadedAt).toBeNull();
    for (const path of ['/designations/download', '/designations/bulk']) {
      const { status, headers } = await post(path, OWN);
      expect([status, headers.location]).toEqual([302, '/login?to=%2Fdesignations']);
    }
  });

  it('suggest schools to their staff, and refuse other parameters and visitors as JSON', async () => {
    expect(jsonOf(await app.get('/designations/schools?name=elder'))).toEqual([
      401,
      { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' },
    ]);
    const staff = await cookieOf(counselor);
    expect(jsonOf(await app.get('/designations/schools?name=ELDER%20', staff))).toEqual([
      200,
      {
        schools: [{ id: pending.highSchoolId, name: 'Elder High', city: expect.any(String) as string }],
      },
    ]);
    expect(jsonOf(await app.get('/designations/schools', staff))).toEqual([200, { schools: [] }]);
    expect(jsonOf(await app.get('/designations/schools?other=1', staff))).toMatchObject([
      400,
      { statusCode: 400 },
    ]);
    expect(jsonOf(await app.get('/api/designations?highSchoolName=a%00b', staff))).toMatchObject([
      400,
      { statusCode: 400, error: 'Bad Request' },
    ]);
  });

  it('show a sentence for a NUL in an address', async () => {
    const headers = { ...(await cookieOf(admin)), Accept: 'text/html' };
    for (const path of ['/users/%00', '/designations?highSchoolName=a%00b']) {
      const { status, body } = await app.get(path, headers);
      expect([path, status]).toEqual([path, 400]);
      expect(body).toContain('well-formed. Check the address, or start from the dashboard.');
    }
  });

  it('accept no form of another site because it has an access token', async () => {
    const { orm } = app.application;
    const { secret } = await makeAccessToken(orm, { userId: admin.id });
    const headers = { ...(await cookieOf(admin)), ...FORM_TYPE, Authorization: `Bearer ${secret}` };
    const form = new URLSearchParams({ intent: 'create', name: 'More', scopes: 'MANAGE', days: '30' });
    const { status } = await app.send('POST', '/account/tokens', { ...headers, ...FOREIGN }, form.toString());
    expect(status).toBe(403);
    expect(await orm.em.fork().count(AccessTokenEntity, { name: 'More' })).toBe(0);
  });
});
