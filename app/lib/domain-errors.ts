/** Business errors; app/server/error-responses.ts maps them to statuses. Messages never contain student data. */
export abstract class DomainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** An error in an input; `path` is its location in the body. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Not signed in. The message comes from the specification, section 8. */
export class Unauthorized extends DomainError {
  constructor() {
    super('Unauthorized');
  }
}

/** What a forbidden call says unless it gives a reason. */
export const FORBIDDEN_MESSAGE = "You don't have permission to do this.";

export class Forbidden extends DomainError {
  constructor(message = FORBIDDEN_MESSAGE) {
    super(message);
  }
}

/** Allowed, but only soon after signing in. Pages lead to the sign-in and back. */
export class SignInAgain extends Forbidden {}

/** Doesn't exist, or the actor may not know that it does. Both cases have the same message. */
export class NotFound extends DomainError {
  constructor(message = "This doesn't exist, or you don't have access to it.") {
    super(message);
  }
}

/** The input is well formed but breaks rules. */
export class Invalid extends DomainError {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], message = 'Some fields need your attention.') {
    super(message);
    this.issues = issues;
  }
}

/** The current state doesn't allow the change. The response includes `details`; a form uses `field`. */
export class Conflict extends DomainError {
  readonly details: Readonly<Record<string, unknown>>;
  readonly field: string | null = null;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}

export class AddressConflict extends Conflict {
  override readonly field = 'email';
}

/** The name is already used, ignoring case. */
export class NameConflict extends Conflict {
  override readonly field = 'name';
}

/** Someone changed the record, so nothing was saved. `change` says who and when, if known. */
export class VersionConflict extends DomainError {
  readonly details: Readonly<Record<string, unknown>>;

  constructor(change = 'This was changed in the meantime', details: Readonly<Record<string, unknown>> = {}) {
    super(`${change}, so nothing was saved. Look at the latest version, then make your change again.`);
    this.details = details;
  }
}

/** Too much of the same work is running; retrying soon helps. */
export class Busy extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Too many attempts; the next one is allowed after `retryAfterSeconds`. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
