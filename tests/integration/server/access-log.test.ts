import { describe, expect, it } from 'vitest';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { probeBuild } from './probe-build.ts';
import { useProductionApp } from './production-app.ts';

describe('the line of a request in the log', () => {
  const app = useProductionApp(probeBuild({ chunks: 0, isCancelled: false }));

  it("has the user's ID, for rejected requests, too, but none without a session", async () => {
    const [admin, user] = [await makeAdmin(app.application.orm), await makeUser(app.application.orm)];
    for (const caller of [admin, user]) {
      const Cookie = await sessionCookie(app.application, caller.id);
      await app.get('/api/users', { Cookie });
    }
    await app.get('/api/users');
    await app.get('/api/users', { Cookie: '__Host-laurel_session=forged' });
    const reported = app.entries().map(({ userId, path, status }) => [path, status, userId]);
    expect(reported).toEqual([
      ['/api/users', 200, admin.id],
      ['/api/users', 403, user.id],
      ['/api/users', 401, undefined],
      ['/api/users', 401, undefined],
    ]);
    expect(JSON.stringify(app.entries())).not.toContain('@');
  });

  it('has the request ID that services log, like that of a sign-in', async () => {
    const { headers } = await app.get('/signIn');
    expect(app.entries()).toMatchObject([
      { msg: 'signed in', requestId: headers['x-request-id'] },
      { msg: 'request', requestId: headers['x-request-id'] },
    ]);
  });

  it('is always one line, for any path', async () => {
    await app.get('/echo"}{"level":50}%1B%5B2J?x=%0A');
    const [entry, ...others] = app.entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ path: '/echo"}{"level":50}%1B%5B2J', status: 404, level: 30 });
  });
});
