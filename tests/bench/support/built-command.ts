import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';

/** What every command of a production server has to know. */
interface Installation {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
}

/** Starts `laurel` from the build in a process of its own. */
export function startBuiltCommand(
  args: readonly string[],
  { databaseUrl, smtpUrl }: Installation,
  { env = {}, stdio = 'ignore' }: { env?: Readonly<Record<string, string>>; stdio?: StdioOptions } = {},
): ChildProcess {
  return spawn(process.execPath, ['cli/bin.js', ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'scholars@example.org',
      APP_URL: 'https://scholars.example.org',
      ...env,
    },
    stdio,
  });
}

/** Runs `laurel` from the build, as cron would, and answers its exit code; null where a signal ended it. */
export async function runBuiltCommand(
  args: readonly string[],
  installation: Installation,
): Promise<number | null> {
  const [code] = (await once(startBuiltCommand(args, installation), 'exit')) as [number | null];
  return code;
}
