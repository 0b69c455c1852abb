import { randomUUID } from 'node:crypto';
import { hashOfSecret } from '#app/domain/auth/session-secret.server.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from './row-defaults.ts';

export interface NewAccessToken {
  readonly userId: string;
  readonly name?: string;
  readonly scopes?: readonly TokenScope[];
  /** Far in the future by default. */
  readonly expiresAt?: Date;
}

/** Inserts an access token with every scope. Returns it with its secret. */
export async function makeAccessToken(
  orm: Orm,
  { userId, name = 'Test token', scopes = ['READ', 'EXPORT', 'MANAGE'], expiresAt }: NewAccessToken,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = randomUUID();
  const secret = `laurel_${String(nextNumber()).padStart(43, 'x')}`;
  await orm.em.fork().insert(AccessTokenEntity, {
    ...{ id, user: userId, name, scopes: [...scopes], secretHash: hashOfSecret(secret) },
    ...{ createdAt: MADE_AT, expiresAt: expiresAt ?? new Date('2099-01-01T00:00:00Z'), lastUsedAt: null },
  });
  return { id, secret };
}
