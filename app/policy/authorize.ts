import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/messages/access-token-messages.ts';
import { type Actor, needsPasskey } from './actor.ts';
import { type Ability, type AbilitySubjects, rules, type SchoolAbility } from './rules.ts';

/** Shown to administrators who signed in with a code where a passkey is required. */
export const PASSKEY_NEEDED = 'Sign in with your passkey first. Administrators need one to do this.';

type SubjectOf<Name extends Ability> = AbilitySubjects[Name] extends undefined
  ? []
  : [subject: AbilitySubjects[Name]];

/** Returns whether the actor has a permission. Screens use it to hide buttons. */
export function can<Name extends Ability>(actor: Actor, ability: Name, ...subject: SubjectOf<Name>): boolean {
  return rules[ability](actor, subject[0] as AbilitySubjects[Name]);
}

/**
 * Requires a permission. For subjects whose existence isn't secret.
 *
 * @throws {Unauthorized} when the actor isn't signed in
 * @throws {Forbidden} when the actor lacks the permission
 */
export function authorize<Name extends Ability>(
  actor: Actor,
  ability: Name,
  ...subject: SubjectOf<Name>
): void {
  if (can(actor, ability, ...subject)) return;
  if (isSignedOut(actor)) throw new Unauthorized();
  throw new Forbidden(remedyFor(actor, ability, ...subject));
}

/**
 * Requires a permission. For subjects that the actor may not know about.
 *
 * @throws {Unauthorized} when the actor isn't signed in
 * @throws {NotFound} when the actor lacks the permission
 */
export function authorizeToSee<Name extends Ability>(
  actor: Actor,
  ability: Name,
  ...subject: SubjectOf<Name>
): void {
  if (can(actor, ability, ...subject)) return;
  throw isSignedOut(actor) ? new Unauthorized() : new NotFound();
}

/**
 * Like `authorizeToSee`, for any of the actor's schools. Call it before a lock, when the record's school isn't known
 * yet, so that people without the permission anywhere don't wait for locks.
 *
 * @throws {Unauthorized} when the actor isn't signed in
 * @throws {NotFound} when the actor has the permission for no school
 */
export function authorizeForSomeSchool(actor: Actor, ability: SchoolAbility): void {
  const schools = actor.kind === 'user' && actor.highSchoolIds.length > 0 ? actor.highSchoolIds : [''];
  if (schools.some((highSchoolId) => can(actor, ability, { highSchoolId }))) return;
  throw isSignedOut(actor) ? new Unauthorized() : new NotFound();
}

/** Returns what to do if the actor would have the permission after signing in, or signing in with their passkey. */
export function remedyFor<Name extends Ability>(
  actor: Actor,
  ability: Name,
  ...subject: SubjectOf<Name>
): string | undefined {
  if (actor.kind !== 'user') return undefined;
  const { token, ...person } = actor;
  if (token !== undefined) {
    return can(person, ability, ...subject) ? ACCESS_TOKEN_MESSAGES.peopleOnly : undefined;
  }
  const isAllowed = () =>
    can({ ...actor, flags: [...actor.flags, 'ADMIN'], passkey: 'USED' }, ability, ...subject);
  return needsPasskey(actor) && isAllowed() ? PASSKEY_NEEDED : undefined;
}

function isSignedOut(actor: Actor): boolean {
  return actor.kind === 'anonymous' || actor.kind === 'newcomer';
}
