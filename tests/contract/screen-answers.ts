import { WHO, type Who } from './permission-matrix.ts';
import type { PermissionScene } from './permission-scene.server.ts';

/**
 * What a screen answers, in words. 'page': it is shown, or the file or data is handed over; 'login': to the login page, and back
 * here afterwards; 'not theirs': 403, 'You are not allowed to do this.'; 'nothing here': 404, 'There is nothing here, or you may
 * not see it.'; '→ /years: Changes saved!' leads there, where that is said, and '→ here' to the same
 * page; else the status and the sentence.
 */
type Outcome = string;

/** What each of WHO (permission-matrix.ts) is answered, in that order. */
export type Outcomes = readonly Outcome[];

/** Nobody, the deleted with their old cookie, and the invited who have no account yet. */
const VISITORS = ['login', 'login', 'login'] as const;

const four = (outcome: Outcome) => [outcome, outcome, outcome, outcome] as const;

/** Signed in or not. */
export const EVERYBODY: Outcomes = [...four('page'), ...four('page')];
export const SIGNED_IN: Outcomes = [...VISITORS, ...four('page'), 'page'];
/** What belongs to the school: others are told that there is nothing. */
export const OF_THE_SCHOOL: Outcomes = [
  ...VISITORS,
  ...['nothing here', 'nothing here', 'nothing here'],
  ...['page', 'page'],
];
export const ADMINISTRATORS: Outcomes = [...VISITORS, ...four('not theirs'), 'page'];
/** For administrators, of something that the school’s staff know: others are told that there is nothing. */
export const ADMINISTRATORS_OF_THE_SCHOOL: Outcomes = [
  ...VISITORS,
  ...['nothing here', 'nothing here', 'nothing here'],
  ...['not theirs', 'page'],
];
/** Of no school, and of nobody but administrators. */
export const UNKNOWN_TO_STAFF: Outcomes = [...VISITORS, ...four('nothing here'), 'page'];
export const FOR_NOBODY: Outcomes = [...VISITORS, ...four('nothing here'), 'nothing here'];

/** The same people are let in, and this comes of it. */
export function leadingTo(outcome: Outcome, outcomes: Outcomes): Outcomes {
  return outcomes.map((one) => (one === 'page' ? outcome : one));
}

/** The same, but that these get another answer. */
export function but(these: readonly Who[], outcome: Outcome, outcomes: Outcomes): Outcomes {
  return outcomes.map((one, index) => (these.some((who) => who === WHO[index]) ? outcome : one));
}

/** What the scripts of a screen call: visitors are told so, for a redirect would be of no use to a script. */
export function byScript(outcomes: Outcomes): Outcomes {
  return outcomes.map((one) => (one === 'login' ? '401: Unauthorized' : one));
}

/** To where the wrong people have to begin, instead of what they asked for. */
const SENT_AWAY: readonly Outcome[] = ['→ /login', '→ /designate/agreement'];

/** Whether an answer is a refusal, after which everything is as it was. */
export function isRefusal(outcome: Outcome): boolean {
  if (outcome.startsWith('→')) return SENT_AWAY.includes(outcome) || outcome.includes('Unable to');
  return outcome !== 'page';
}

/** A form's fields, as a browser without scripts sends them. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A page, a form of it with the button that was pressed, or a call of its scripts, and what each of WHO is answered. */
export interface ScreenRow {
  readonly answers: Outcomes;
  /** The address, with the ids of the scene; the row's own path unless told. */
  readonly path?: (scene: PermissionScene) => string;
  /** What the form sends, with the button that was pressed. */
  readonly form?: (scene: PermissionScene) => Fields | Promise<Fields>;
  /** What a script sends. */
  readonly body?: (scene: PermissionScene) => object;
  /** Where the login page leads to, for addresses that are no page. */
  readonly comeBackTo?: string;
  /** What has to have happened for the form to be on the page. */
  readonly before?: (scene: PermissionScene) => Promise<unknown>;
}
