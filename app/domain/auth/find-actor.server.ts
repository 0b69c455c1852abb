import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { findSessionOwner, type SessionOwnerRow } from './auth-queries.server.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './sessions.server.ts';

/** Minimum interval between updates of a session's last use. A session may end this much early. */
const SLIDE_MS = 5 * 60_000;

export interface FoundActor {
  readonly actor: Actor;
  /** Version of the stored settings, read by the same statement; null without a session. */
  readonly settingsVersion: number | null;
}

/** Finds an actor and extends the session. Unknown secrets, ended sessions, and deleted users are anonymous. */
export async function findActor(em: EntityManager, secret: string, now: Date): Promise<FoundActor> {
  const owner = await findSessionOwner(em, hashOfSecret(secret), {
    now,
    seenUntil: new Date(now.getTime() - SLIDE_MS),
    endsAt: new Date(now.getTime() + SESSION_IDLE_MS),
    lifetimeMs: SESSION_LIFETIME_MS,
  });
  if (owner === null) return { actor: ANONYMOUS, settingsVersion: null };
  const { settingsVersion, ...person } = owner;
  return { actor: actorOf(person), settingsVersion };
}

function actorOf({
  sessionId,
  provenEmail,
  userId,
  ...person
}: Omit<SessionOwnerRow, 'settingsVersion'>): Actor {
  if (userId === null) {
    return provenEmail === null || provenEmail === undefined
      ? ANONYMOUS
      : { kind: 'newcomer', email: provenEmail, sessionId };
  }
  return person.flags.includes('DELETED') ? ANONYMOUS : { kind: 'user', id: userId, ...person, sessionId };
}

/** Finds an active administrator by address, for the command line. Null for anyone else. */
export async function findNamedAdministrator(em: EntityManager, email: string): Promise<UserActor | null> {
  const user = await em.findOne(UserAccountEntity, { email: email.trim().toLowerCase() });
  if (user === null || !user.flags.includes('ADMIN') || user.flags.includes('DELETED')) return null;
  const memberships = await em.find(HighSchoolStaffEntity, { user: user.id });
  const { id, firstName, lastName, flags } = user;
  const highSchoolIds = memberships.map(({ highSchool }) => highSchool.id);
  return { kind: 'user', id, firstName, lastName, email: user.email, flags, highSchoolIds, sessionId: null };
}
