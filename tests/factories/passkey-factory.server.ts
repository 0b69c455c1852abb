import { randomUUID } from 'node:crypto';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from './row-defaults.ts';

export interface NewPasskey {
  readonly userId: string;
  readonly name?: string;
  /** Null by default. */
  readonly approvedAt?: Date | null;
}

/** Inserts a passkey whose key nobody has. Returns its ID. */
export async function makePasskey(
  orm: Orm,
  { userId, name = 'Test passkey', approvedAt = null }: NewPasskey,
): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(PasskeyEntity, {
    ...{ id, user: userId, name, credentialId: `credential-${nextNumber()}`, publicKey: 'none' },
    ...{ counter: 0, transports: ['internal'], createdAt: MADE_AT, lastUsedAt: null, approvedAt },
  });
  return id;
}
