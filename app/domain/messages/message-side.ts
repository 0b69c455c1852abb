import { type Actor, isStaffOf } from '#app/policy/actor.ts';
import type { MessageSide } from '#app/schemas/designation-message.ts';

/** Returns the actor's side. Administrators on the school's staff write for the school (decisions, section 10). */
export function sideOf(actor: Actor, highSchoolId: string): MessageSide {
  return isStaffOf(actor, highSchoolId) ? 'SCHOOL' : 'OFFICE';
}
