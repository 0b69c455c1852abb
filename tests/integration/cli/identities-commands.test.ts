import { beforeEach, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeIdentity } from '#tests/factories/identity-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

const identities = (...args: string[]) => callLaurel(database.url, ['identities', ...args]);
const subjects = async () =>
  (await orm.em.fork().find(LinkedIdentityEntity, {})).map(({ subject }) => subject).toSorted();

it("laurel identities lists everyone's linked identities, or one person's", async () => {
  const { id: userId, email } = await makeAdmin(orm);
  const id = await makeIdentity(orm, { userId, subject: 'ada' });
  await makeIdentity(orm, { userId: (await makeAdmin(orm)).id, subject: 'kim' });
  const listed = await identities('list', '--user', email, '--format', 'json');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, issuer: 'https://login.example.edu', subject: 'ada', user: { email } },
  ]);
  expect((await identities('list')).stdout).toContain('kim');
});

it('laurel identities removes one with an event, and emails its person', async () => {
  const { id: userId, email } = await makeAdmin(orm);
  const id = await makeIdentity(orm, { userId, subject: 'ada' });
  await makeIdentity(orm, { userId: (await makeUser(orm)).id, subject: 'kim' });
  const preview = await identities('remove', id, '--dry-run');
  expect([preview.stderr, await subjects()]).toEqual(['Would remove the linked identity.\n', ['ada', 'kim']]);
  expect(await identities('remove', id, '--yes')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Removed the linked identity.\n',
  });
  expect(await subjects()).toEqual(['kim']);
  const events = await orm.em.fork().find(EventEntity, { kind: 'user.identityRemoved' });
  expect(events.map(({ subjectId, channel }) => [subjectId, channel])).toEqual([[userId, 'CLI']]);
  const [mail] = await orm.em.fork().find(OutboxMailEntity, {});
  expect([mail?.toAddress, mail?.textBody]).toEqual([
    email,
    expect.stringContaining('by a system administrator using the command line') as string,
  ]);
});

it("laurel identities removes anyone's as an administrator", async () => {
  const id = await makeIdentity(orm, { userId: (await makeUser(orm)).id });
  const admin = await makeAdmin(orm);
  expect((await identities('remove', id, '--yes', '--as', admin.email)).code).toBe(0);
  expect(await subjects()).toEqual([]);
});
