import type { UserFlag } from '#app/schemas/enums.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';

/** A signed-in user, with what permissions depend on. `highSchoolIds` are the schools where they are staff. */
export interface UserActor {
  readonly kind: 'user';
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly flags: readonly UserFlag[];
  readonly highSchoolIds: readonly string[];
  readonly sessionId: string | null;
  /** When the person proved who they are for the session; absent without one. */
  readonly signedInAt?: Date;
  /**
   * `USED` if the session started with an approved passkey or what replaces one. `NEEDED` if an administrator must sign in
   * with one; until then, `flags` has no ADMIN.
   */
  readonly passkey?: 'USED' | 'NEEDED';
  /** Set if an access token was sent instead of a session's cookie. */
  readonly token?: ActorToken;
}

export interface ActorToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

/** Someone who verified an email address and may only create its account. */
export interface NewcomerActor {
  readonly kind: 'newcomer';
  readonly email: string;
  readonly sessionId: string;
}

/** Cron, and the command line without `--as`. */
export interface SystemActor {
  readonly kind: 'system';
}

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | NewcomerActor | SystemActor | AnonymousActor;

export const SYSTEM: SystemActor = { kind: 'system' };
export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };

/** Returns whether the actor has administrator rights, as the system always does. */
export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && actor.flags.includes('ADMIN'));
}

/** Returns whether an administrator's rights are withheld until they use a passkey. */
export function needsPasskey(actor: Actor): boolean {
  return actor.kind === 'user' && actor.passkey === 'NEEDED';
}

export function isStaffOf(actor: Actor, highSchoolId: string): boolean {
  return actor.kind === 'user' && actor.highSchoolIds.includes(highSchoolId);
}

/** Returns whether a person, the system, or no one acts, instead of an access token. */
export function isPerson(actor: Actor): boolean {
  return actor.kind !== 'user' || actor.token === undefined;
}

/** Returns whether the user isn't staff of any school. */
export function hasNoSchools(actor: UserActor): boolean {
  return actor.highSchoolIds.length === 0;
}

/** Returns the access token that events and disclosures record, with its name as it is then; nulls without one. */
export function usedToken(actor: Actor): {
  readonly tokenId: string | null;
  readonly tokenName: string | null;
} {
  const token = actor.kind === 'user' ? actor.token : undefined;
  return { tokenId: token?.id ?? null, tokenName: token?.name ?? null };
}

/** Returns the ID that events and disclosures record; null if the actor isn't a user. */
export function actorId(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.id : null;
}
