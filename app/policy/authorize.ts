import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import type { Actor } from './actor.ts';
import { type Ability, type AbilitySubjects, rules } from './rules.ts';

type SubjectOf<Name extends Ability> = AbilitySubjects[Name] extends undefined
  ? []
  : [subject: AbilitySubjects[Name]];

/** Whether the actor may; screens hide a button with this same question. */
export function can<Name extends Ability>(actor: Actor, ability: Name, ...subject: SubjectOf<Name>): boolean {
  return rules[ability](actor, subject[0] as AbilitySubjects[Name]);
}

/** Throws Unauthorized for nobody, Forbidden for someone who may not. For things whose existence is no secret. */
export function authorize<Name extends Ability>(
  actor: Actor,
  ability: Name,
  ...subject: SubjectOf<Name>
): void {
  if (can(actor, ability, ...subject)) return;
  throw isNobody(actor) ? new Unauthorized() : new Forbidden();
}

/** Like `authorize`, but what one may not see does not exist: NotFound instead of Forbidden. */
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
