import { beforeEach, expect, it } from 'vitest';
import { hashOfSecret } from '#app/domain/auth/session-secret.server.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

const tokens = (...args: string[]) => callLaurel(database.url, ['tokens', ...args]);
const stored = () => orm.em.fork().find(AccessTokenEntity, {});

it('laurel tokens creates a token for anyone as the system, and prints only the token on standard output', async () => {
  const { email } = await makeUser(orm);
  const scopes = ['--scope', 'READ', 'EXPORT'];
  const preview = await tokens('create', email, '--name', 'Nightly', ...scopes, '--dry-run');
  expect([preview, await stored()]).toEqual([
    { code: 0, stdout: '', stderr: `Would create the access token “Nightly” for ${email}.\n` },
    [],
  ]);
  const created = await tokens('create', email, '--name', 'Nightly', ...scopes, '--days', '30');
  expect(created).toMatchObject({ code: 0, stderr: `Created the access token “Nightly” for ${email}.\n` });
  const [token] = await stored();
  expect(token?.secretHash).toBe(hashOfSecret(created.stdout.trim()));
  expect(token?.scopes).toEqual(['READ', 'EXPORT']);
});

it("laurel tokens doesn't create a token for someone else as an administrator", async () => {
  const { email } = await makeUser(orm);
  const admin = await makeAdmin(orm);
  const result = await tokens('create', email, '--name', 'Script', '--scope', 'READ', '--as', admin.email);
  expect(result.code).toBe(1);
  expect(await stored()).toEqual([]);
});

it('laurel tokens names the option that is incorrect', async () => {
  const { email } = await makeUser(orm);
  const result = await tokens('create', email, '--name', 'Script', '--scope', 'READ', '--days', '400');
  expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('--days') as string });
});

it('laurel tokens lists tokens without their secrets, and revokes one with an event', async () => {
  const { id: userId, email } = await makeUser(orm);
  const { id, secret } = await makeAccessToken(orm, { userId, name: 'Nightly' });
  await makeAccessToken(orm, { userId: (await makeUser(orm)).id, name: 'Other' });
  const listed = await tokens('list', '--user', email, '--format', 'json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name: 'Nightly', lastUsedAt: null }]);
  expect(listed.stdout).not.toContain(secret);
  expect((await tokens('list')).stdout).toContain('Other');
  expect(await tokens('revoke', id, '--yes')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Revoked the access token.\n',
  });
  expect((await stored()).map(({ name }) => name)).toEqual(['Other']);
  const events = await orm.em.fork().find(EventEntity, { kind: 'user.tokenRevoked' });
  expect(events.map(({ subjectId, channel }) => [subjectId, channel])).toEqual([[userId, 'CLI']]);
});
