import { beforeEach, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

const passkeys = (...args: string[]) => callLaurel(database.url, ['passkeys', ...args]);
const names = async () => (await orm.em.fork().find(PasskeyEntity, {})).map(({ name }) => name);

it("laurel passkeys lists everyone's passkeys, or one person's, without their keys", async () => {
  const { id: userId, email } = await makeUser(orm);
  const id = await makePasskey(orm, { userId, name: 'Phone' });
  await makePasskey(orm, { userId: (await makeUser(orm)).id, name: 'Laptop' });
  const listed = await passkeys('list', '--user', email, '--format', 'json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name: 'Phone', user: { email }, lastUsedAt: null }]);
  expect(listed.stdout).not.toMatch(/credential|publicKey/);
  expect((await passkeys('list')).stdout).toContain('Laptop');
});

it('laurel passkeys removes one with an event, and emails its person', async () => {
  const { id: userId, email } = await makeUser(orm);
  const id = await makePasskey(orm, { userId, name: 'Lost phone' });
  await makePasskey(orm, { userId, name: 'Laptop' });
  const preview = await passkeys('remove', id, '--dry-run');
  expect([preview.stderr, await names()]).toEqual(['Would remove the passkey.\n', ['Lost phone', 'Laptop']]);
  expect(await passkeys('remove', id, '--yes')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Removed the passkey.\n',
  });
  expect(await names()).toEqual(['Laptop']);
  const events = await orm.em.fork().find(EventEntity, { kind: 'user.passkeyRemoved' });
  expect(events.map(({ subjectId, channel }) => [subjectId, channel])).toEqual([[userId, 'CLI']]);
  const [mail] = await orm.em.fork().find(OutboxMailEntity, {});
  expect([mail?.toAddress, mail?.textBody]).toEqual([
    email,
    expect.stringContaining('by a system administrator') as string,
  ]);
});

it("laurel passkeys removes anyone's as an administrator", async () => {
  const id = await makePasskey(orm, { userId: (await makeUser(orm)).id });
  const admin = await makeAdmin(orm);
  expect((await passkeys('remove', id, '--yes', '--as', admin.email)).code).toBe(0);
  expect(await names()).toEqual([]);
});

it("laurel passkeys approves an administrator's passkey as the system, once, but not as that administrator", async () => {
  const person = await makeAdmin(orm);
  const id = await makePasskey(orm, { userId: person.id, name: 'Office laptop' });
  const approved = () => orm.em.fork().count(PasskeyEntity, { approvedAt: { $ne: null } });
  expect((await passkeys('approve', id, '--yes', '--as', person.email)).code).toBe(1);
  const preview = await passkeys('approve', id, '--dry-run');
  expect([preview.stderr, await approved()]).toEqual([
    `Would approve the passkey “Office laptop” for ${person.email}.\n`,
    0,
  ]);
  const done = { code: 0, stdout: '', stderr: `Approved the passkey “Office laptop” for ${person.email}.\n` };
  expect(await passkeys('approve', id, '--yes')).toEqual(done);
  expect(await passkeys('approve', id, '--yes')).toEqual(done);
  const events = await orm.em.fork().find(EventEntity, { kind: 'user.passkeyApproved' });
  expect(events.map(({ subjectId, channel }) => [subjectId, channel])).toEqual([[person.id, 'CLI']]);
});
