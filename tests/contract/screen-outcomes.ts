import { WHO, type Who } from './callers.ts';
import type { PermissionScene } from './permission-scene.server.ts';

/**
 * 'page', 'login', 'not theirs' (403), 'nothing here' (404), '→ /years: Changes saved!' for a redirect and its message
 * ('→ here' for the same page), or a status with its sentence.
 */
type Outcome = string;

/** The outcome for each of WHO (callers.ts), in that order. */
export type Outcomes = readonly Outcome[];

/** Anonymous, deleted, and invited callers, none of whom has an active account. */
const VISITORS = ['login', 'login', 'login'] as const;

const four = (outcome: Outcome) => [outcome, outcome, outcome, outcome] as const;

export const EVERYBODY: Outcomes = [...four('page'), ...four('page')];
export const SIGNED_IN: Outcomes = [...VISITORS, ...four('page'), 'page'];
/** The school's data: 'nothing here' for callers who don't belong to it. */
export const OF_THE_SCHOOL: Outcomes = [
  ...VISITORS,
  ...['nothing here', 'nothing here', 'nothing here'],
  ...['page', 'page'],
];
export const ADMINISTRATORS: Outcomes = [...VISITORS, ...four('not theirs'), 'page'];
/** For administrators, about data that the school's staff know. For others there is nothing here. */
export const ADMINISTRATORS_OF_THE_SCHOOL: Outcomes = [
  ...VISITORS,
  ...['nothing here', 'nothing here', 'nothing here'],
  ...['not theirs', 'page'],
];
/** Only for administrators. For all staff there is nothing here. */
export const UNKNOWN_TO_STAFF: Outcomes = [...VISITORS, ...four('nothing here'), 'page'];
export const FOR_NOBODY: Outcomes = [...VISITORS, ...four('nothing here'), 'nothing here'];

/** The same permissions with another success outcome. */
export function leadingTo(outcome: Outcome, outcomes: Outcomes): Outcomes {
  return outcomes.map((one) => (one === 'page' ? outcome : one));
}

/** The same outcomes, except for these callers. */
export function but(these: readonly Who[], outcome: Outcome, outcomes: Outcomes): Outcomes {
  return outcomes.map((one, index) => (these.some((who) => who === WHO[index]) ? outcome : one));
}

/** Calls of a screen's scripts, which return 401 instead of a redirect to the login page. */
export function byScript(outcomes: Outcomes): Outcomes {
  return outcomes.map((one) => (one === 'login' ? '401: Unauthorized' : one));
}

/** Redirects for callers without access. */
const SENT_AWAY: readonly Outcome[] = ['→ /login', '→ /designate/agreement'];

/** Whether an outcome is a refusal, after which nothing may have changed. */
export function isRefusal(outcome: Outcome): boolean {
  if (outcome.startsWith('→')) return SENT_AWAY.includes(outcome) || outcome.includes('Unable to');
  return outcome !== 'page';
}

/** A form's fields, as browsers send them without JavaScript. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A page, a form with its pressed button, or a call of a page's scripts, and the outcome for each of WHO. */
export interface ScreenRow {
  readonly outcomes: Outcomes;
  /** The URL path with the scene's ids. The row's own path by default. */
  readonly path?: (scene: PermissionScene) => string;
  readonly form?: (scene: PermissionScene) => Fields | Promise<Fields>;
  readonly body?: (scene: PermissionScene) => object;
  /** Where the login page redirects to, if the path itself isn't a page. */
  readonly returnTo?: string | ((scene: PermissionScene) => string);
  /** A prerequisite for the form to be on the page. */
  readonly before?: (scene: PermissionScene) => Promise<unknown>;
}

/** Returns the path that the login page redirects to. */
export function returnPath({ returnTo }: ScreenRow, scene: PermissionScene, path: string): string {
  return typeof returnTo === 'function' ? returnTo(scene) : (returnTo ?? path);
}
