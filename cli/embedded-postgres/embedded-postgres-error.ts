/** What went wrong, for code; the message says it in one sentence for a person. */
export type EmbeddedPostgresErrorCode =
  | 'binaries-missing'
  | 'binaries-incomplete'
  | 'account-missing'
  | 'folder-not-enterable'
  | 'folder-half-made'
  | 'folder-foreign'
  | 'folder-in-use'
  | 'port-taken'
  | 'start-failed';

/** The embedded PostgreSQL could not be started. `message` names the cause and what to do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  constructor(
    readonly code: EmbeddedPostgresErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
