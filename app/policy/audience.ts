import { ANONYMOUS, type Actor, type UserActor } from './actor.ts';
import { type Ability, rules } from './rules.ts';

const PROBED_ID = 'probed';
/** Has every property that any ability is checked for. */
const SUBJECT = {
  highSchoolId: PROBED_ID,
  userId: PROBED_ID,
  highSchoolIds: [PROBED_ID],
  email: PROBED_ID,
};

const STRANGER: UserActor = {
  kind: 'user',
  id: 'stranger',
  firstName: '',
  lastName: '',
  email: 'stranger',
  flags: [],
  highSchoolIds: [],
  sessionId: null,
};

function isAllowed(actor: Actor, ability: Ability): boolean {
  const rule = rules[ability] as (actor: Actor, subject: typeof SUBJECT) => boolean;
  return rule(actor, SUBJECT);
}

/** Returns who has a permission as a sentence, by trying the rule for each kind of actor. */
export function audienceSentence(ability: Ability): string {
  if (isAllowed(ANONYMOUS, ability)) return 'For anyone.';
  if (isAllowed(STRANGER, ability)) return 'For anyone who is signed in.';
  const audience = [
    ...(isAllowed({ ...STRANGER, flags: ['ADMIN'] }, ability) ? ['administrators'] : []),
    ...(isAllowed({ ...STRANGER, highSchoolIds: [PROBED_ID] }, ability) ? ['staff of the school'] : []),
    ...(isAllowed({ ...STRANGER, id: PROBED_ID, email: PROBED_ID }, ability) ? ['the person concerned'] : []),
  ];
  return `For ${new Intl.ListFormat('en-US').format(audience)}.`;
}
