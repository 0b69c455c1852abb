import { describe, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { UNKNOWN_ID } from '#tests/support/rest-errors.ts';

const rest = useRest();

const HALVES = ['F\ud800', '\udc00a', 'a\ud83d', 'nul\u0000', 'bell\u0007'];

describe('text that PostgreSQL or a spreadsheet could not hold', () => {
  it.each(HALVES)('is refused with an error at its field everywhere it could be stored: %j', async (text) => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const admin = await makeAdmin(rest.orm);
    const { id } = await makeDesignation(rest.orm, {
      highSchoolId: school.id,
      academicYearId: (await makeYear(rest.orm, { year: 2001 + HALVES.indexOf(text), status: 'INACTIVE' }))
        .id,
      submittedById: user.id,
    });
    const staff = await rest.as(user.id);
    const office = await rest.as(admin.id);
    const responses = [
      await staff.patch('/api/users/@me', { firstName: text }),
      await staff.patch(`/api/designations/${id}`, { criteriaComment: text }),
      await staff.patch(`/api/designations/${id}`, { students: [{ first: text }] }),
      await staff.patch(`/api/designations/${id}`, { students: [{ address: { city: text } }] }),
      await office.patch(`/api/highschools/${school.id}`, { notes: text }),
    ];
    expect(
      responses.map(({ status, body }) => [
        status,
        (body as { issues: { path: unknown }[] }).issues[0]?.path,
      ]),
    ).toEqual([
      [400, ['firstName']],
      [400, ['criteriaComment']],
      [400, ['students', 0, 'first']],
      [400, ['students', 0, 'address', 'city']],
      [400, ['notes']],
    ]);
  });
});

describe('names that are invisible, or that change the direction of the text around them', () => {
  const ZERO_WIDTH = ['\u200B', ' \u200D\u2060 ', '\u3164', '\u2800', '\u0301'];

  it.each(ZERO_WIDTH)('are refused as names: %j', async (name) => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const responses = [
      await admin.patch('/api/users/@me', { firstName: name }),
      await admin.post('/api/highschools', {
        name,
        phone: '(907) 555-0100',
        address: { address1: '1 Road', city: 'Nome', zip5: '99762' },
      }),
    ];
    expect(
      responses.map(({ status, body }) => [status, (body as { issues: { path: unknown }[] }).issues.length]),
    ).toEqual([
      [400, 1],
      [400, 1],
    ]);
  });

  it.each(['\u202Etac', 'a\u2066b'])('are refused: %j', async (name) => {
    const user = await rest.as((await makeCounselor(rest.orm, [])).user.id);
    const response = await user.patch('/api/users/@me', { lastName: name });
    expect([response.status, response.body]).toMatchObject([
      400,
      {
        issues: [
          { path: ['lastName'], message: 'This contains hidden characters. Type it instead of pasting it.' },
        ],
      },
    ]);
  });

  it.each([
    '\u0645\u06CC\u200C\u0631',
    '\u0DC1\u0DCA\u200D\u0DBB\u0DD3',
    'Nguy\u1EC5n',
    '\u{1F469}\u200D\u{1F52C}',
  ])("don't include legitimate joiners in names: %s", async (name) => {
    const user = await rest.as((await makeCounselor(rest.orm, [])).user.id);
    const response = await user.patch('/api/users/@me', { lastName: name });
    expect([response.status, response.body]).toMatchObject([200, { lastName: name }]);
  });
});

describe('dates outside of 1900 to 2999', () => {
  it('are refused in queries and bodies', async () => {
    const year = await makeYear(rest.orm, { year: 2050, status: 'INACTIVE' });
    const school = await makeSchool(rest.orm);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    for (const date of [
      '0000-01-01',
      '1899-12-31',
      '3000-01-01',
      '9999-12-31T23:59:59-12:00',
      '0001-01-01T00:00:00Z',
    ]) {
      for (const field of ['beforeDate', 'afterDate', 'downloadBeforeDate', 'downloadAfterDate']) {
        const response = await admin.get(`/api/designations?${field}=${encodeURIComponent(date)}`);
        expect([field, date, response.status]).toEqual([field, date, 400]);
      }
      if (!date.includes('T')) continue;
      const opened = await admin.patch(`/api/academicYears/${year.id}`, { opensAt: date });
      const extended = await admin.post(`/api/academicYears/${year.id}/extensions`, {
        highSchoolId: school.id,
        dueAt: date,
        reason: 'Snow.',
      });
      expect([date, opened.status, extended.status]).toEqual([date, 400, 400]);
    }
  });
});

describe('unknown fields', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));

  it('are counted in the error, which names the first of them', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const response = await admin.patch('/api/users/@me', unknown(4_000));
    const named = Object.keys(unknown(20)).join(', ');
    expect([response.status, response.body]).toEqual([
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: 'Some fields in the request need your attention.',
        issues: [{ path: [], message: `Unknown fields: ${named}, and 3,980 more.` }],
      },
    ]);
  });

  it('are refused unread if there are more than any call accepts, fewer without a session', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const anonymous = rest.withCookie(null);
    const responses = [
      await anonymous.post('/api/login', { email: 'me@school.example.org', ...unknown(100) }),
      await anonymous.post('/api/login', {
        email: 'me@school.example.org',
        nested: [unknown(60), unknown(60)],
      }),
      await admin.patch('/api/users/@me', unknown(5_001)),
      await admin.patch(`/api/designations/${UNKNOWN_ID}`, unknown(40_001)),
    ];
    const refusal = (most: number) => [
      413,
      {
        statusCode: 413,
        error: 'Payload Too Large',
        message: `The body has more than ${most.toLocaleString('en-US')} fields. Send fewer at a time.`,
      },
    ];
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      refusal(100),
      refusal(100),
      refusal(5_000),
      refusal(40_000),
    ]);
  });
});

describe('a request that another parser could read differently', () => {
  it('is refused: a field of one value that is given twice in a query', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    for (const query of ['limit=1&limit=2', 'lastName=a&lastName=b', 'sort=name&sort=email']) {
      expect([query, (await admin.get(`/api/users?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it.each([
    '{"__proto__":{"flags":["ADMIN"]}}',
    '{"constructor":{"prototype":{"flags":["ADMIN"]}}}',
    '{"prototype":{}}',
    '{"toString":"x"}',
  ])('is refused and changes no other object: %s', async (body) => {
    const user = await rest.as((await makeCounselor(rest.orm, [])).user.id);
    expect((await user.patch('/api/users/@me', body)).status).toBe(400);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { flags?: unknown }).flags).toBeUndefined();
    expect((await user.get('/api/users/@me')).body).toMatchObject({ flags: [] });
  });

  it.each(['firstName', 'lastName', 'phone'])('is refused: %s of another type than text', async (field) => {
    const user = await rest.as((await makeCounselor(rest.orm, [])).user.id);
    for (const value of [1, true, ['a'], { a: 1 }]) {
      expect([value, (await user.patch('/api/users/@me', { [field]: value })).status]).toEqual([value, 400]);
    }
  });
});
