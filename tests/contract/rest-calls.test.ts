import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from '#app/policy/rules.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FOREIGN_ORIGIN, UNKNOWN_ID, NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { type ServedCall, servedCalls } from './served-calls.ts';
import { DECIDED_CALLS, OPEN_CALLS, SPECIFIED_CALLS } from './specified-calls.ts';

const rest = useRest();
let served: ServedCall[];
let nobody: RestClient;
let admin: RestClient;

beforeAll(async () => {
  served = await servedCalls();
  nobody = await rest.as(null);
  admin = await rest.as((await makeAdmin(rest.orm)).id);
});

const anyText: unknown = expect.any(String);
const names = (calls: readonly ServedCall[]) => calls.map(({ call }) => call).toSorted();
const isOpen = ({ call }: ServedCall) => OPEN_CALLS.includes(call);
/** Whether the call responds with a file or a redirect. */
const hasNoJson = ({ endpoint }: ServedCall) => endpoint.response === undefined && endpoint.status !== 204;
const hasIds = ({ path }: ServedCall) => path.includes('{');
const urlOf = ({ path }: ServedCall, id: string) => `/api/${path.replace(/\{\w+\}/g, id)}`;

/** Valid bodies for calls that validate the body before they look up the record. */
const BODIES: Readonly<Record<string, object>> = {
  'POST academicYears/{id}/extensions': {
    highSchoolId: UNKNOWN_ID,
    dueAt: '2026-12-01T08:00:00Z',
    reason: 'Snow',
  },
  'POST designations/{id}/messages': { text: 'Hello' },
  'POST designations/{id}/notes': { text: 'Hello' },
  'POST highschools/{id}/notes': { text: 'Hello' },
  'POST highschools/{id}/snooze': { until: '2999-01-19' },
  'POST emails/recipients': { target: 'ADMINS' },
  'POST emails/{id}/send': { target: 'ADMINS' },
  'POST highschools/{id}/staff': { userId: UNKNOWN_ID, position: 'STAFF' },
  'PATCH highschools/{id}/staff/{userId}': { position: 'STAFF' },
  'POST highschools/{id}/staff/invites': { email: 'new@school.example.org' },
  'POST users/{id}/email': { email: 'new@school.example.org' },
  'POST users/{id}/merge/{intoId}': {},
};
const bodyOf = ({ call, method }: ServedCall) => BODIES[call] ?? (method === 'PATCH' ? {} : undefined);

describe('the REST calls', () => {
  it('are those of the specification and the decisions', () => {
    expect(names(served)).toEqual([...SPECIFIED_CALLS, ...DECIDED_CALLS].toSorted());
    expect(new Set(SPECIFIED_CALLS).size).toBe(SPECIFIED_CALLS.length);
  });

  it('each require an ability of the permission table, except for the public calls', () => {
    expect(names(served.filter(({ endpoint }) => endpoint.ability === 'public'))).toEqual(
      OPEN_CALLS.toSorted(),
    );
    const unknown = served.filter((call) => !isOpen(call) && !Object.hasOwn(rules, call.endpoint.ability));
    expect(names(unknown)).toEqual([]);
  });

  it('parse every response with a schema, except for files, redirects, and empty responses', () => {
    expect(names(served.filter(hasNoJson))).toEqual([
      'GET audit/download',
      'GET designations/download',
      'GET designations/download/highschool/{id}',
      'GET designations/download/user/{id}',
      'GET designations/download/year/{id}',
      'GET designations/download/{id}',
      'GET highschools/download',
      'GET highschools/download/{id}',
      'GET logout',
      'GET statistics/download',
      'GET users/download',
      'GET users/download/{id}',
    ]);
  });
});

describe('every call', () => {
  it('returns 401 without a session, except for the public calls', async () => {
    for (const call of served.filter((one) => !isOpen(one))) {
      const response = await nobody.send(call.method, urlOf(call, UNKNOWN_ID), bodyOf(call));
      expect([call.call, response.status, response.body]).toEqual([call.call, 401, UNAUTHORIZED]);
    }
  });

  it('that changes something returns 403 for another site, even if it is public', async () => {
    for (const call of served.filter(({ method }) => method !== 'GET')) {
      const headers = { Origin: 'https://elsewhere.example.org' };
      const response = await admin.send(call.method, urlOf(call, UNKNOWN_ID), bodyOf(call), headers);
      expect([call.call, response.status, response.body]).toEqual([call.call, 403, FOREIGN_ORIGIN]);
    }
  });

  it('that downloads a file or logs out asks first if its link is opened from elsewhere, and refuses another site', async () => {
    const page = { Accept: 'text/html,application/xhtml+xml' };
    for (const call of served.filter(hasNoJson)) {
      const url = urlOf(call, UNKNOWN_ID);
      for (const headers of [page, { ...page, 'Sec-Fetch-Site': 'none' }]) {
        const response = await admin.send(call.method, url, undefined, headers);
        expect([call.call, response.status, response.body]).toEqual([
          call.call,
          200,
          { asked: { title: anyText, sentence: anyText, button: anyText, href: url } },
        ]);
      }
      const foreign = await admin.send(call.method, url, undefined, {
        ...page,
        'Sec-Fetch-Site': 'cross-site',
      });
      expect([call.call, foreign.status, foreign.body]).toEqual([call.call, 403, FOREIGN_ORIGIN]);
    }
  });

  it('returns 405 for a method that it does not support', async () => {
    for (const call of served) {
      const response = await admin.send('PUT', urlOf(call, UNKNOWN_ID), {});
      expect([call.call, response.status]).toEqual([call.call, 405]);
      expect(response.headers.get('Allow')?.split(', ')).toContain(call.method);
    }
  });

  it('returns 400 naming the path parameter for an invalid ID', async () => {
    for (const call of served.filter(hasIds)) {
      const response = await admin.send(call.method, urlOf(call, 'nonsense'), bodyOf(call));
      const { issues } = response.body as { issues?: { path: unknown[] }[] };
      expect([call.call, response.status, issues?.[0]?.path]).toEqual([call.call, 400, ['id']]);
    }
  });

  it('returns the same 404 for every unknown ID', async () => {
    for (const call of served.filter(hasIds)) {
      const response = await admin.send(call.method, urlOf(call, UNKNOWN_ID), bodyOf(call));
      expect([call.call, response.status, response.body]).toEqual([call.call, 404, NOT_FOUND]);
    }
  });

  it('returns 400 for an unknown query parameter', async () => {
    for (const call of served) {
      const url = `${urlOf(call, UNKNOWN_ID)}?color=red`;
      const response = await admin.send(call.method, url, bodyOf(call));
      const { issues } = response.body as { issues?: { message: string }[] };
      expect([call.call, response.status, issues?.[0]?.message]).toEqual([
        call.call,
        400,
        'Unknown field: color.',
      ]);
    }
  });

  it('returns 400 for a body with an unknown field', async () => {
    for (const call of served.filter(({ endpoint }) => endpoint.body !== undefined)) {
      const body = { ...bodyOf(call), color: 'red' };
      const response = await admin.send(call.method, urlOf(call, UNKNOWN_ID), body);
      const { issues } = response.body as { issues?: { message: string }[] };
      expect([call.call, response.status, issues?.at(-1)?.message]).toEqual([
        call.call,
        400,
        'Unknown field: color.',
      ]);
    }
  });
});
