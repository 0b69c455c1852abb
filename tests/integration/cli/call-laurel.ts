import { PassThrough } from 'node:stream';
import { vi } from 'vitest';
import { runProgram } from '#cli/run-program.ts';
import type { LaurelRun } from './run-laurel.ts';

export interface Terminal {
  /** What the person at the terminal types; without it nobody is there. */
  readonly answer?: string;
  /** What a pipe brings, where nobody is there. */
  readonly input?: string;
  /** Characters of a line; standard output is a terminal where it is given. */
  readonly columns?: number;
  /** Hears what is written to standard error, as it is written. */
  readonly onSaid?: (text: string) => void;
  /** Aborted where the command is to be interrupted. */
  readonly interruption?: AbortController;
}

/** Runs a command within this process, on a database: everything is real but the process's own start. */
export async function callLaurel(
  databaseUrl: string,
  args: readonly string[],
  { answer, input, columns, onSaid, interruption = new AbortController() }: Terminal = {},
): Promise<LaurelRun> {
  const stdin = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  const stdout = Object.assign(new PassThrough(), { isTTY: columns !== undefined, columns });
  const stderr = Object.assign(new PassThrough(), { isTTY: answer !== undefined, columns });
  const [out, err] = [textOf(stdout), textOf(stderr)];
  if (onSaid !== undefined) stderr.on('data', (chunk: Buffer) => onSaid(chunk.toString()));
  if (answer !== undefined) stdin.end(`${answer}\n`);
  if (input !== undefined) stdin.end(input);
  vi.stubEnv('DATABASE_URL', databaseUrl);
  const code = await runProgram(args, { stdin, stdout, stderr }, () => interruption);
  vi.unstubAllEnvs();
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}

async function textOf(stream: PassThrough): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
