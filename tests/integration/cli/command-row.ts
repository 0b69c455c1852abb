/** Names that rows use in braces. */
export type Named = Readonly<
  Record<
    | 'pending'
    | 'sameYear'
    | 'student'
    | 'school'
    | 'inactive'
    | 'user'
    | 'invited'
    | 'template'
    | 'unknown'
    | 'nowhere',
    string
  >
>;

/** How to call one command on the demo data, and the expected result. */
export interface CommandRow {
  /** The arguments after the command's name, separated by spaces. `{pending}` is a name of `Named`. */
  readonly args?: string;
  /** The exit code, 0 by default. For a command that asks for confirmation, that of its dry run. */
  readonly code?: number;
  /** No output by default. */
  readonly out?: RegExp;
  readonly err?: RegExp;
  /** Settings in addition to the database URL. */
  readonly env?: Readonly<Record<string, string>>;
  /** The exit code of a command that continues when standard output is closed. 0 by default. */
  readonly unread?: number;
  /** The command adds a record without confirmation, so it can't be called twice. */
  readonly isOnce?: boolean;
  /** The result of `--dry-run` for a command without confirmation, if it differs from the command's own result. */
  readonly dry?: { readonly code?: number; readonly out?: RegExp; readonly err?: RegExp };
  /** The exit code of a command that needs confirmation without a terminal. 2 (usage error) by default. */
  readonly unasked?: number;
}
