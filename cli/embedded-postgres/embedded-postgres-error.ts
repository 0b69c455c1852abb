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

/** The embedded PostgreSQL couldn't be started. The message names the cause and what to do. */
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
