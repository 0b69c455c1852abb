import { afterEach, expect, it, vi } from 'vitest';
import { action, loader } from '#app/routes/web/users/user-details.tsx';
import { withinLimits } from '#db/work-limits.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { useSchoolScene } from '#tests/support/school-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const scene = useSchoolScene();
const FORM_WAITS_MS = 2_800;
const PAGE_WAITS_MS = 2_500;

afterEach(() => vi.useRealTimers());

/** Returns how many statements wait for a lock of this type. */
async function waitsFor(type: 'transactionid' | 'relation'): Promise<number> {
  const waiting = await scene.made.orm.em.fork().execute<object[]>(
    `select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted and locktype = ?`,
    [type],
  );
  return waiting.length;
}

/** Returns the response to an outdated form without scripts, when the form and then its page each wait for a lock. */
async function sendOutdatedForm(accept: string) {
  const { orm, admin, counselor } = scene.made;
  const [row, table] = [orm.em.fork(), orm.em.fork()];
  await row.begin();
  await lockRow({ em: row }, UserAccountEntity, { id: counselor.id }, 'update');
  await table.begin();
  await table.execute('lock table event in access exclusive mode');
  const { firstName, lastName, email } = counselor;
  const typed = { firstName, lastName: `${lastName}-Winter`, email, phone: '(907) 555-0123' };
  const form = Object.entries({ intent: 'save-user', version: '7', ...typed });
  const path = `/users/${counselor.id}`;
  const sent = { ...(await screenArgs({ orm, user: admin, path, form })), params: { id: counselor.id } };
  sent.request.headers.set('Accept', accept);
  const shown = { ...(await screenArgs({ orm, user: admin, path })), params: sent.params };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const answered = withinLimits('request', async () => {
    const reply: unknown = await action(sent);
    return { reply, page: await loader(shown) };
  }).catch((error: unknown) => ({ error }));
  await expect.poll(() => waitsFor('transactionid')).toBe(1);
  await vi.advanceTimersByTimeAsync(FORM_WAITS_MS);
  await row.rollback();
  await expect.poll(() => waitsFor('relation')).toBe(1);
  await vi.advanceTimersByTimeAsync(PAGE_WAITS_MS);
  await table.rollback();
  return answered;
}

it('a form that was refused after a long wait is shown again with the reason, though its page waits, too', async () => {
  expect(await sendOutdatedForm('text/html')).toMatchObject({
    reply: {
      init: { status: 412 },
      data: {
        initialValue: { lastName: `${scene.made.counselor.lastName}-Winter` },
        error: { '': [expect.stringContaining('This was changed in the meantime')] },
      },
    },
    page: { data: { user: { id: scene.made.counselor.id } } },
  });
});

it('a form sent by a script has one timeout, after which its page is kept', async () => {
  expect(await sendOutdatedForm('*/*')).toMatchObject({ error: { init: { status: 503 } } });
});
