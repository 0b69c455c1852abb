import { randomUUID } from 'node:crypto';
import type { StaffPosition } from '#app/schemas/enums.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

interface MadeAccessRequest {
  readonly userId: string;
  /** Null if no single school has the typed name. */
  readonly highSchoolId: string | null;
  readonly schoolName?: string;
  readonly position?: StaffPosition;
  readonly expiresAt?: Date;
}

/** Inserts an open access request, which doesn't expire by default. Returns its ID. */
export async function makeAccessRequest(orm: Orm, request: MadeAccessRequest): Promise<string> {
  const { userId, highSchoolId, schoolName = 'Typed High', position = null, expiresAt } = request;
  const id = randomUUID();
  await orm.em.fork().insert(AccessRequestEntity, {
    ...{ id, user: userId, highSchool: highSchoolId, schoolName, position },
    ...{ createdAt: MADE_AT, expiresAt: expiresAt ?? new Date('2099-01-01T00:00:00.000Z') },
  });
  return id;
}
