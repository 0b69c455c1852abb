import { randomUUID } from 'node:crypto';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from './row-defaults.ts';

export interface NewIdentity {
  readonly userId: string;
  readonly issuer?: string;
  readonly subject?: string;
}

/** Inserts a linked identity. Returns its ID. */
export async function makeIdentity(
  orm: Orm,
  { userId, issuer = 'https://login.example.edu', subject = `subject-${nextNumber()}` }: NewIdentity,
): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(LinkedIdentityEntity, {
    ...{ id, user: userId, issuer, subject, createdAt: MADE_AT, lastUsedAt: MADE_AT },
  });
  return id;
}
