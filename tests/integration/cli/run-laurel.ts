import { execFile } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.resolve(import.meta.dirname, '../../../cli/main.ts');

export interface LaurelRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line from its sources, with these settings and no others. */
export function runLaurel(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LaurelRun> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', PROGRAM, ...args];
    const options = { env: env as NodeJS.ProcessEnv };
    const child = execFile(process.execPath, command, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}
