import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { action } from '#app/routes/web/login/create-account.tsx';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

it('creating an account redirects to the dashboard, ignoring the page requested before', async () => {
  const email = 'newcomer@school.example.org';
  const args = await screenArgs({
    orm,
    user: null,
    path: `/login/create/${encodeURIComponent(email)}?to=%2Fmanage`,
    form: [
      ['firstName', 'Nora'],
      ['lastName', 'Ness'],
      ['phone', '(907) 555-0142'],
    ],
  });
  const { application } = args.context;
  const client = { clientAddress: '192.0.2.1', userAgent: null };
  const { secret } = await startSession(
    { em: orm.em.fork(), now: application.now },
    { owner: { provenEmail: email }, client },
  );
  const [cookie = ''] = (await sessionCookieHeader(secret, application.settings)).split(';');
  args.request.headers.set('Cookie', cookie);

  const response: unknown = await action({ ...args, params: { email } }).catch((thrown: unknown) => thrown);
  expect(response).toBeInstanceOf(Response);
  expect(response instanceof Response && [response.status, response.headers.get('Location')]).toEqual([
    302,
    '/',
  ]);
});
