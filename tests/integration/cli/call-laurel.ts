import { PassThrough } from 'node:stream';
import { vi } from 'vitest';
// React chooses its build by NODE_ENV when it's loaded, so load it before a command changes that.
import 'react';
import 'react-dom/server';
import { runProgram } from '#cli/run-program.ts';
import type { LaurelRun } from './run-laurel.ts';

export interface Terminal {
  /** The user's input at the terminal. Without it, no terminal is attached. */
  readonly answer?: string;
  readonly input?: string;
  /** The terminal width. Standard output is a terminal only if this is set. */
  readonly columns?: number;
  readonly onSaid?: (text: string) => void;
  readonly interruption?: AbortController;
  /** Settings in addition to the database URL. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Closes standard output before anything is written. */
  readonly isUnread?: boolean;
}

/** The number of commands that are running. Those that run at once have the same settings. */
let running = 0;

/** Runs a command in this process on a real database, or without DATABASE_URL. */
export async function callLaurel(
  databaseUrl: string | undefined,
  args: readonly string[],
  {
    answer,
    input,
    columns,
    onSaid,
    interruption = new AbortController(),
    env = {},
    isUnread = false,
  }: Terminal = {},
): Promise<LaurelRun> {
  const stdin = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  const stdout = Object.assign(new PassThrough(), { isTTY: columns !== undefined, columns });
  const stderr = Object.assign(new PassThrough(), { isTTY: answer !== undefined, columns });
  const [out, err] = [isUnread ? '' : textOf(stdout), textOf(stderr)];
  if (isUnread) stdout.destroy();
  if (onSaid !== undefined) stderr.on('data', (chunk: Buffer) => onSaid(chunk.toString()));
  if (answer !== undefined) stdin.end(`${answer}\n`);
  if (input !== undefined) stdin.end(input);
  for (const [name, value] of Object.entries({ DATABASE_URL: databaseUrl, ...env })) vi.stubEnv(name, value);
  running += 1;
  const code = await runProgram(args, { stdin, stdout, stderr }, () => interruption);
  running -= 1;
  if (running === 0) vi.unstubAllEnvs();
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}

/** Runs a command in this process with these settings, as `runLaurel` does in its own. */
export function callWithSettings(
  args: readonly string[],
  { DATABASE_URL, ...env }: Readonly<Record<string, string>>,
): Promise<LaurelRun> {
  return callLaurel(DATABASE_URL, args, { env: { NODE_ENV: undefined, ...env } });
}

async function textOf(stream: PassThrough): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
