/**
 * What can go wrong in the business, in its own words. Each class is mapped to a status once, in
 * app/server/error-responses.ts; messages are sentences for a person and never hold students' data.
 */
export abstract class DomainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** One error of an input: where it stands in the body, and what to do about it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Nobody is signed in. The message is the specification's word (section 8). */
export class Unauthorized extends DomainError {
  constructor() {
    super('Unauthorized');
  }
}

/** Signed in, but not allowed. */
export class Forbidden extends DomainError {
  constructor(message = 'You are not allowed to do this.') {
    super(message);
  }
}

/** Unknown, or something the actor may not know of: both read alike, to the letter. */
export class NotFound extends DomainError {
  constructor(message = 'This doesn’t exist, or you don’t have access to it.') {
    super(message);
  }
}

/** The input is well formed but breaks rules; `issues` says which field and what to do. */
export class Invalid extends DomainError {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], message = 'Some fields need your attention.') {
    super(message);
    this.issues = issues;
  }
}

/** The current state does not permit it. `details` are added to the answer's body; a form shows it beside `field`. */
export class Conflict extends DomainError {
  readonly details: Readonly<Record<string, unknown>>;
  readonly field: string | null = null;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}

/** A Conflict about the address that was typed. */
export class AddressConflict extends Conflict {
  override readonly field = 'email';
}

/**
 * Someone changed it since the caller last saw it; nothing was changed. `change` says who and when, where that is known, and
 * `details` are added to the answer's body.
 */
export class VersionConflict extends DomainError {
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    change = 'Someone else changed this in the meantime',
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${change}, so nothing was saved. Look at the latest version, then make your change again.`);
    this.details = details;
  }
}

/** Too much of the same work is under way; trying again soon helps. */
export class Busy extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Too many tries; `retryAfterSeconds` says when the next one counts. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
