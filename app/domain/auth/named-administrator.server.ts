import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserActor } from '#app/policy/actor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/**
 * The administrator with this address as who acts, for the command line: whoever may run it there may already do everything, so
 * nothing is proven. Null where the address has no account, a deleted one, or one that is no administrator's.
 */
export async function findNamedAdministrator(em: EntityManager, email: string): Promise<UserActor | null> {
  const user = await em.findOne(UserAccountEntity, { email: email.trim().toLowerCase() });
  if (user === null || !user.flags.includes('ADMIN') || user.flags.includes('DELETED')) return null;
  const places = await em.find(HighSchoolStaffEntity, { user: user.id });
  const { id, firstName, lastName, flags } = user;
  const highSchoolIds = places.map(({ highSchool }) => highSchool.id);
  return { kind: 'user', id, firstName, lastName, email: user.email, flags, highSchoolIds, sessionId: null };
}
