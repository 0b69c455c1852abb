import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { SELF } from '#app/schemas/route-params.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { USER_COLUMNS, type UserRow, userOfRow } from './user-rows.server.ts';

/** A user that the actor may know, with what further permission depends on. */
export interface KnownUser {
  readonly user: UserAnswer;
  readonly subject: OfUser;
}

/** One user (specification, section 7); throws NotFound for an unknown one or one the actor may not know. Its version is the ETag. */
export async function getUser(ctx: Ctx, id: string): Promise<UserAnswer> {
  return (await getKnownUser(ctx, id)).user;
}

/**
 * Like `getUser`, for services that ask for more than to know: administrators, the user, and staff who share a school, to whom the
 * flags are `[]`.
 */
export async function getKnownUser(ctx: Ctx, id: string): Promise<KnownUser> {
  const [row] = await ctx.em.execute<(UserRow & { high_school_ids: string[] })[]>(
    `select ${USER_COLUMNS},
            array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as high_school_ids
       from user_account u where u.id = ?`,
    [id],
  );
  const subject = { userId: row?.id ?? '', highSchoolIds: row?.high_school_ids ?? [] };
  authorizeToKnow(ctx.actor, 'user.read', subject);
  if (row === undefined) throw new NotFound();
  const user = userOfRow(row);
  return { user: can(ctx.actor, 'user.readFlags', subject) ? user : { ...user, flags: [] }, subject };
}

/** The id that `@me` stands for; any other id is itself. */
export function resolveUserId(actor: Actor, id: string): string {
  if (id !== SELF) return id;
  if (actor.kind !== 'user') throw new NotFound();
  return actor.id;
}
