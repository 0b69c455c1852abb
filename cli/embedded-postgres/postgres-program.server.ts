import { spawn } from 'node:child_process';
import path from 'node:path';
import type { DatabaseAccount } from '#cli/embedded-postgres/database-account.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';

/** One run of one of PostgreSQL's programs. */
export interface ProgramRun {
  program: string;
  args: string[];
  /** A folder that the account may enter. */
  cwd: string;
  account: DatabaseAccount | undefined;
  /** What it reads from standard input. */
  input?: string;
}

/**
 * What PostgreSQL's programs see of the environment: nothing but the language of their messages. Variables such as PGPORT or PGDATA
 * on the person's machine have no say here.
 */
export const PROGRAM_ENVIRONMENT = { NODE_ENV: 'production', LC_ALL: 'C' } as const;

/**
 * Runs one of PostgreSQL's programs to its end.
 *
 * @throws EmbeddedPostgresError `start-failed` with the last line it printed.
 */
export async function runPostgresProgram({ program, args, cwd, account, input }: ProgramRun): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    env: PROGRAM_ENVIRONMENT,
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? String(code)}`),
    );
  });
  if (failure === undefined) return;
  throw new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL's ${path.basename(program)} failed (${failure}): ${output.trim().split('\n').at(-1) ?? ''}`,
  );
}
