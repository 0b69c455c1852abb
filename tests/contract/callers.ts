/**
 * Anonymous; a deleted account with its old cookie; an invited address without an account; an account without a school;
 * former staff who submitted the designation; staff of another school; staff of the school; an administrator.
 */
export const WHO = [
  'nobody',
  'deleted',
  'invited',
  'schoolless',
  'former',
  'elsewhere',
  'here',
  'admin',
] as const;
export type Who = (typeof WHO)[number];

/** The status for each of WHO, in that order. */
export type Statuses = readonly number[];

export const EVERYBODY = [200, 200, 200, 200, 200, 200, 200, 200] as const;
export const SIGNED_IN = [401, 401, 401, 200, 200, 200, 200, 200] as const;
export const FOR_NOBODY = [404, 404, 404, 404, 404, 404, 404, 404] as const;
/** The school's data: a 404 for callers who don't belong to it. */
export const OF_THE_SCHOOL = [401, 401, 401, 404, 404, 404, 200, 200] as const;
export const ADMINISTRATORS = [401, 401, 401, 403, 403, 403, 403, 200] as const;
/** Like ADMINISTRATORS, with another success status. */
export const administrators = (done: number): Statuses => succeedingWith(done, ADMINISTRATORS);
/** A user who is staff of the school: a 404 for strangers. */
export const OF_A_COLLEAGUE = [401, 401, 401, 404, 404, 404, 403, 200] as const;

/** The same permissions with another success status. */
export function succeedingWith(status: number, statuses: Statuses): Statuses {
  return statuses.map((expected) => (expected === 200 ? status : expected));
}
export const created = (statuses: Statuses) => succeedingWith(201, statuses);
export const noContent = (statuses: Statuses) => succeedingWith(204, statuses);
