import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { programEnvironment } from '#app/config/process-environment.server.ts';
import { programFailure } from './program-errors.ts';
import { type PostgresPrograms, programFile, type ProgramName } from './postgres-programs.server.ts';

export interface ProgramCall {
  readonly programs: PostgresPrograms;
  readonly name: ProgramName;
  readonly args: readonly string[];
  /** From `connectionVariables`; empty if it needs no connection. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** A file descriptor for standard output; by default `output`. */
  readonly writesTo?: number;
  readonly hasInput?: boolean;
}

export interface RunningProgram {
  readonly input: Writable | null;
  readonly output: Readable | null;
  /** Settles when the program has ended and its output was read. Rejects with CommandFailure if it failed. */
  readonly ended: Promise<void>;
}

const STDERR_MAX = 65_536;
/** Time between SIGTERM and SIGKILL. */
const TIMEOUT_MS = 3_000;

/** Starts one of PostgreSQL's programs. */
export function startProgram(context: ProgramCall): RunningProgram {
  const { programs, name, args, variables, signal, writesTo, hasInput = false } = context;
  const stdio: StdioOptions = [hasInput ? 'pipe' : 'ignore', writesTo ?? 'pipe', 'pipe'];
  const env = programEnvironment(variables);
  const child = spawn(programFile(programs, name), args, { stdio, env, windowsHide: true });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < STDERR_MAX) stderr += chunk.toString();
  });
  child.stdin?.on('error', () => undefined);
  const stop = () => endSoon(child);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(programFailure(name, `${name}: error: ${error.message}`)));
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0 && !signal.aborted) resolve();
      else reject(programFailure(name, stderr));
    });
  });
  ended.catch(() => undefined);
  return { input: child.stdin, output: child.stdout, ended };
}

function endSoon(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS).unref();
}
