import { describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { markConnectionError } from '#db/connection-errors.ts';
import { mapAndLogError } from '#app/server/request-failures.server.ts';

function failingRequest() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const context = { requestId: 'abc-123', application: { log } };
  const request = new Request('https://scholars.example.org/users/ada%40example.org?name=Mary', {
    method: 'POST',
  });
  return {
    fail: (error: unknown) => mapAndLogError(error, { request, context }),
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

const unreachable = () =>
  markConnectionError(new Error('connect ECONNREFUSED'), { loss: 'LOST', mayBeSaved: false });

describe('the failure of a request', () => {
  it('is logged with method and path, without query and addresses', () => {
    const { fail, entries } = failingRequest();
    fail(new Error('broken'));
    expect(entries()).toMatchObject([
      { level: 50, requestId: 'abc-123', method: 'POST', path: '/users/:email', status: 500 },
    ]);
    expect(JSON.stringify(entries())).not.toMatch(/Mary|ada/);
  });

  it('is logged once if the database is down, for all loaders together', () => {
    const { fail, entries } = failingRequest();
    expect([fail(unreachable()).status, fail(unreachable()).status]).toEqual([503, 503]);
    expect(entries()).toHaveLength(1);
  });

  it('is logged once if loaders share it, and separately if they differ', () => {
    const { fail, entries } = failingRequest();
    const shared = new Error('shared');
    for (const error of [shared, shared, new Error('another')]) fail(error);
    expect(entries()).toMatchObject([{ err: { message: 'shared' } }, { err: { message: 'another' } }]);
  });

  it("isn't logged if the request was only rejected", () => {
    const { fail, entries } = failingRequest();
    expect(fail(new NotFound()).status).toBe(404);
    expect(entries()).toEqual([]);
  });
});
