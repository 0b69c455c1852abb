import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserActor } from '#app/policy/actor.ts';
import type { UserFlag } from '#app/schemas/enums.ts';

interface AdministratorRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  flags: UserFlag[];
  high_school_ids: string[];
}

/**
 * The administrator with this address as who acts, for the command line: whoever may run it there may already do everything, so
 * nothing is proven. Null where the address has no account, a deleted one, or one that is no administrator's.
 */
export async function findNamedAdministrator(em: EntityManager, email: string): Promise<UserActor | null> {
  const [row] = await em.execute<AdministratorRow[]>(
    `select u.id, u.first_name, u.last_name, u.email, u.flags,
            array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as high_school_ids
       from user_account u
      where lower(u.email) = lower(?) and u.flags @> '{ADMIN}' and not u.flags @> '{DELETED}'`,
    [email.trim()],
  );
  if (row === undefined) return null;
  return {
    kind: 'user',
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    flags: row.flags,
    highSchoolIds: row.high_school_ids,
    sessionId: null,
  };
}
