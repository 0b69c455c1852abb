import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';

export interface LaurelRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in its own process with only these settings. */
export function runLaurel(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LaurelRun> {
  return new Promise((resolve) => {
    const options = { env: env as NodeJS.ProcessEnv };
    const child = execFile(
      process.execPath,
      ['--enable-source-maps', COMMAND_LINE, ...args],
      options,
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

/** Runs the command line with standard output closed before anything is written. */
export async function runUnread(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LaurelRun> {
  const child = spawn(process.execPath, [COMMAND_LINE, ...args], { env: env as NodeJS.ProcessEnv });
  child.stdout.destroy();
  const stderr = child.stderr.toArray();
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout: '', stderr: (await stderr).join('') };
}
