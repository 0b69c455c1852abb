import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserAnswer } from '#app/schemas/user.ts';

/** The columns of a user (`u`) that answers are made of. */
export const USER_COLUMNS =
  'u.id, u.first_name, u.last_name, u.email, u.phone, u.flags, u.version, u.created_at, u.updated_at';

export interface UserRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly flags: UserFlag[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export function userOfRow(row: UserRow): UserAnswer {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    flags: row.flags,
    version: row.version,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

/** Keeps the account from being changed, and from writing with its present rights, until the transaction ends. */
export async function lockUser(tx: Ctx, id: string): Promise<void> {
  await tx.em.execute('select 1 from user_account where id = ? for no key update', [id]);
}
