import { describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FOREIGN_ORIGIN, invalid, MALFORMED, NOT_JSON, TOO_LARGE } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });
const asAdmin = async () => rest.as((await makeAdmin(rest.orm)).id);
const yearCount = () => rest.orm.em.fork().count(AcademicYearEntity);

describe('paths', () => {
  it('return a JSON 404 for an unknown path with any method', async () => {
    for (const client of [await rest.as(null), await asAdmin()]) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
        const response = await client.send(method, '/api/nothing/here');
        expect(response.status).toBe(404);
        expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
        expect(response.body).toEqual({
          statusCode: 404,
          error: 'Not Found',
          message: "There's no such endpoint. Check the path.",
        });
      }
    }
  });

  it('match without regard to case and to a trailing slash', async () => {
    const { id } = await makeYear(rest.orm);
    const admin = await asAdmin();
    for (const path of [
      '/api/academicYears',
      '/api/academicYears/',
      '/api/academicyears',
      '/API/ACADEMICYEARS/activeyear/',
      `/api/academicyears/${id}/`,
    ]) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('return 405 with the allowed methods before any other check', async () => {
    const anonymous = await rest.as(null);
    for (const [method, path, allow] of [
      ['PUT', '/api/academicYears', 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', '/api/academicYears/activeYear', 'GET, HEAD, OPTIONS'],
      ['POST', '/api/academicYears/nonsense', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['GET', '/api/academicYears/x/extensions/y', 'DELETE, OPTIONS'],
      ['DELETE', '/api/highschools', 'GET, HEAD, POST, OPTIONS'],
      ['POST', '/api/highschools/x', 'GET, HEAD, PATCH, OPTIONS'],
      ['PATCH', '/api/highschools/x/staff/invites', 'GET, HEAD, POST, OPTIONS'],
      ['PUT', '/api/users/@me', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['GET', '/api/users/@me/email', 'POST, OPTIONS'],
    ] as const) {
      const response = await anonymous.send(method, path);
      expect([path, response.status, response.headers.get('Allow')]).toEqual([path, 405, allow]);
      expect(response.body).toEqual({
        statusCode: 405,
        error: 'Method Not Allowed',
        message: `${method} is not allowed here. Allowed: ${allow}.`,
      });
    }
    const options = await anonymous.send('OPTIONS', '/api/highschools');
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  it('handle HEAD like GET, without a body', async () => {
    const { id } = await makeYear(rest.orm);
    const admin = await asAdmin();
    const head = await admin.send('HEAD', `/api/academicYears/${id}`);
    expect([head.status, head.headers.get('ETag'), head.body]).toEqual([200, '"1"', null]);
    const list = await admin.send('HEAD', '/api/academicYears?limit=1');
    expect([list.status, list.headers.get('X-Total-Count'), list.body]).toEqual([200, '1', null]);
  });
});

describe('bodies', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const post = (client: RestClient, body: string, headers: Record<string, string> = JSON_TYPE) =>
    client.post('/api/academicYears', body, headers);

  it('are JSON: anything else is 415', async () => {
    const admin = await asAdmin();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const response = await post(admin, '{"year":2031}', { 'Content-Type': type });
      expect([response.status, response.body]).toEqual([415, NOT_JSON]);
    }
    const typed = await post(admin, '{"year":2031}', { 'Content-Type': 'Application/JSON; charset=utf-8' });
    expect(typed.status).toBe(201);
    expect(await yearCount()).toBe(1);
  });

  it('are well formed, or 400', async () => {
    const admin = await asAdmin();
    for (const body of ['{"year":2031', 'year=2031', '{} {}']) {
      const response = await post(admin, body);
      expect([response.status, response.body]).toEqual([400, MALFORMED]);
    }
    const empty = await admin.send('POST', '/api/academicYears');
    expect([empty.status, empty.body]).toEqual([400, invalid([['year'], 'Enter a year, like 2026.'])]);
    for (const body of ['[]', 'null', '"text"', '2031']) {
      const response = await post(admin, body);
      expect([response.status, response.body]).toEqual([400, invalid([[], 'Must be an object.'])]);
    }
    expect(await yearCount()).toBe(0);
  });

  it('are at most 1 MiB, or 413', async () => {
    const admin = await asAdmin();
    const padded = (bytes: number) => `{"year":2031}${' '.repeat(bytes - 13)}`;
    const tooLarge = await post(admin, padded(1024 * 1024 + 1));
    expect([tooLarge.status, tooLarge.body]).toEqual([413, TOO_LARGE]);
    expect((await post(admin, padded(1024 * 1024))).status).toBe(201);
  });
});

describe('requests from another site', () => {
  it('return 403 and change nothing, by Origin, Referer, and Sec-Fetch-Site', async () => {
    const { id } = await makeYear(rest.orm, { status: 'INACTIVE' });
    const admin = await asAdmin();
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example.org' },
      { Origin: 'null' },
      { Origin: 'http://localhost:3001' },
      { Origin: 'http://localhost:3000.evil.example.org' },
      { Origin: 'http://someone@localhost:3000' },
      { Origin: 'http://localhost:3000/' },
      { Origin: '' },
      { Referer: 'http://someone@localhost:3000/years/' },
      { Referer: 'https://evil.example.org/http://localhost:3000/' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      for (const [method, path, body] of [
        ['POST', '/api/academicYears', { year: 2031 }],
        ['PATCH', `/api/academicYears/${id}`, { status: 'ACTIVE' }],
        ['DELETE', `/api/academicYears/${id}`, undefined],
      ] as const) {
        const response = await admin.send(method, path, body, headers);
        expect([response.status, response.body]).toEqual([403, FOREIGN_ORIGIN]);
      }
    }
    expect(await yearCount()).toBe(1);
  });

  it('may read, and our own site may write', async () => {
    const admin = await asAdmin();
    const read = await admin.get('/api/academicYears', { Origin: 'https://evil.example.org' });
    expect([read.status, read.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
    for (const [year, headers] of [
      [2031, { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
      [2032, { Referer: 'http://localhost:3000/years/' }],
      [2033, {}],
    ] as const) {
      expect((await admin.post('/api/academicYears', { year }, headers)).status).toBe(201);
    }
  });
});

describe('internal errors', () => {
  it('return 500 with a request ID; the cause is in the log under it and nowhere else', async () => {
    const admin = await asAdmin();
    await rest.orm.em.fork().execute('alter table academic_year rename to elsewhere');
    const response = await admin.get('/api/academicYears');
    expect(response.status).toBe(500);
    const { requestId } = response.body as { requestId: string };
    expect(response.body).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Something went wrong',
      requestId,
    });
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest.errorLog).toHaveLength(1);
    expect(rest.errorLog[0]).toMatchObject({
      ...{ requestId, method: 'GET', path: '/api/academicYears', status: 500 },
      err: { code: '42P01', table: 'academic_year' },
    });
    expect(JSON.stringify(rest.errorLog[0])).toContain('academic_year');
  });
});

it('the page of a list links to the first, previous, next, and last page, keeping the query', async () => {
  for (let number = 1; number <= 5; number += 1) await makeSchool(rest.orm, { name: `School ${number}` });
  const admin = await asAdmin();
  const links = async (query: string) => {
    const { headers, body } = await admin.get(`/api/highschools?${query}`);
    const rels = [...(headers.get('Link') ?? '').matchAll(/offset=(\d+)>; rel="(\w+)"/g)];
    return {
      total: headers.get('X-Total-Count'),
      count: (body as unknown[]).length,
      links: Object.fromEntries(rels.map(([, offset, rel = '']) => [rel, Number(offset)] as const)),
    };
  };
  expect(await links('limit=2')).toEqual({ total: '5', count: 2, links: { first: 0, next: 2, last: 4 } });
  expect(await links('limit=2&offset=4')).toEqual({
    total: '5',
    count: 1,
    links: { first: 0, prev: 2, last: 4 },
  });
  expect(await links('limit=2&offset=9')).toEqual({
    total: '5',
    count: 0,
    links: { first: 0, prev: 7, last: 4 },
  });
  expect(await links('offset=3')).toEqual({ total: null, count: 2, links: {} });
  const filtered = await admin.get('/api/highschools?name=school&limit=1&sort=phone');
  expect(filtered.headers.get('Link')).toContain(
    '</api/highschools?name=school&limit=1&sort=phone&offset=1>; rel="next"',
  );
});
