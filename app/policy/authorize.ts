import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import type { Actor } from './actor.ts';
import { type Ability, type AbilitySubjects, rules } from './rules.ts';

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
  throw isNobody(actor) ? new Unauthorized() : new Forbidden();
}

/**
 * Requires a permission. For subjects that the actor may not know about.
 *
 * @throws {Unauthorized} when the actor isn't signed in
 * @throws {NotFound} when the actor lacks the permission
 */
export function authorizeToKnow<Name extends Ability>(
  actor: Actor,
  ability: Name,
  ...subject: SubjectOf<Name>
): void {
  if (can(actor, ability, ...subject)) return;
  throw isNobody(actor) ? new Unauthorized() : new NotFound();
}

function isNobody(actor: Actor): boolean {
  return actor.kind === 'anonymous' || actor.kind === 'newcomer';
}
