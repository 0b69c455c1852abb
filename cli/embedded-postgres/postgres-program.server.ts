import { spawn } from 'node:child_process';
import path from 'node:path';
import type { DatabaseAccount } from '#cli/embedded-postgres/database-account.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';

export interface ProgramRun {
  program: string;
  args: string[];
  /** A folder that the account can enter. */
  cwd: string;
  account: DatabaseAccount | undefined;
  input?: string;
}

/** The whole environment of PostgreSQL's programs, so the user's PGPORT or PGDATA has no effect. */
export const PROGRAM_ENVIRONMENT = { NODE_ENV: 'production', LC_ALL: 'C' } as const;

/** @throws {EmbeddedPostgresError} when the program fails, with the last line of its output */
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
      resolve(code === 0 ? undefined : signal === null ? `exit code ${String(code)}` : `ended by ${signal}`),
    );
  });
  if (failure === undefined) return;
  throw new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL's ${path.basename(program)} failed (${failure}): ${output.trim().split('\n').at(-1) ?? ''}`,
  );
}
