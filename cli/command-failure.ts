export const EXIT = { done: 0, failed: 1, usage: 2, nothingToDo: 3, partlyDone: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure of a command. The message says what is wrong and what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
