import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settings } from '#app/config/env.server.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { findSessionOwner, type SessionOwner } from './auth-queries.server.ts';
import { isIssuer } from './oidc-provider.server.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './sessions.server.ts';

type PasskeySettings = Pick<Settings, 'requirePasskey' | 'oidc'>;

/** Minimum interval between updates of a session's last use. A session may end this much early. */
const SLIDE_MS = 5 * 60_000;

export interface FoundActor {
  readonly actor: Actor;
  /** Version of the stored settings, read by the same statement; null without a session. */
  readonly settingsVersion: number | null;
}

/** Finds an actor and extends the session. Unknown secrets, ended sessions, and deleted users are anonymous. */
export async function findActor(
  em: EntityManager,
  secret: string,
  { now, settings }: { readonly now: Date; readonly settings: PasskeySettings },
): Promise<FoundActor> {
  const owner = await findSessionOwner({ em }, hashOfSecret(secret), {
    now,
    seenUntil: new Date(now.getTime() - SLIDE_MS),
    endsAt: new Date(now.getTime() + SESSION_IDLE_MS),
    lifetimeMs: SESSION_LIFETIME_MS,
  });
  if (owner === null) return { actor: ANONYMOUS, settingsVersion: null };
  const { settingsVersion, ...person } = owner;
  return { actor: actorOf(person, settings), settingsVersion };
}

function actorOf(
  {
    sessionId,
    provenEmail,
    userId,
    hasApprovedPasskey,
    identityIssuer,
    signedInAt,
    ...person
  }: Omit<SessionOwner, 'settingsVersion'>,
  settings: PasskeySettings,
): Actor {
  if (userId === null) {
    return provenEmail === null || provenEmail === undefined
      ? ANONYMOUS
      : { kind: 'newcomer', email: provenEmail, sessionId };
  }
  if (person.flags.includes('DELETED')) return ANONYMOUS;
  return {
    ...{ kind: 'user', id: userId, ...person, sessionId, signedInAt: new Date(signedInAt) },
    ...rightsByPasskey(
      person.flags,
      hasApprovedPasskey || replacesPasskey(settings, identityIssuer),
      settings,
    ),
  };
}

/** Returns whether the settings let a session that started with this issuer's linked identity do without a passkey. */
export function replacesPasskey({ oidc }: Pick<Settings, 'oidc'>, identityIssuer: string | null): boolean {
  return oidc?.replacesPasskey === true && identityIssuer !== null && isIssuer(oidc, identityIssuer);
}

/** Withholds an administrator's rights in a session without an approved passkey, if the settings require one. */
export function rightsByPasskey(
  flags: readonly UserFlag[],
  hasApproved: boolean,
  { requirePasskey }: PasskeySettings,
): Pick<UserActor, 'flags' | 'passkey'> {
  if (hasApproved) return { flags, passkey: 'USED' };
  if (requirePasskey === 'off' || !flags.includes('ADMIN')) return { flags };
  return { flags: flags.filter((flag) => flag !== 'ADMIN'), passkey: 'NEEDED' };
}

/** Finds an active administrator by address, for the command line. Null for anyone else. */
export async function findAdministratorByAddress(
  em: EntityManager,
  email: string,
): Promise<UserActor | null> {
  const user = await em.findOne(UserAccountEntity, { email: email.trim().toLowerCase() });
  if (user === null || !user.flags.includes('ADMIN') || user.flags.includes('DELETED')) return null;
  const memberships = await em.find(HighSchoolStaffEntity, { user: user.id });
  const { id, firstName, lastName, flags } = user;
  const highSchoolIds = memberships.map(({ highSchool }) => highSchool.id);
  return { kind: 'user', id, firstName, lastName, email: user.email, flags, highSchoolIds, sessionId: null };
}
