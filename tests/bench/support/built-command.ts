import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { PRODUCTION_CONTACTS } from '#tests/support/production-contacts.ts';

interface Installation {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
}

/** Starts the built `laurel` in its own process. */
export function startBuiltCommand(
  args: readonly string[],
  { databaseUrl, smtpUrl }: Installation,
  {
    env = {},
    stdio = 'ignore',
    nodeOptions = [],
  }: { env?: Readonly<Record<string, string>>; stdio?: StdioOptions; nodeOptions?: readonly string[] } = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, 'cli/bin.js', ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      ...PRODUCTION_CONTACTS,
      APP_URL: 'https://scholars.example.org',
      ...env,
    },
    stdio,
  });
}

/** Runs the built `laurel` as cron would. Returns its exit code, or null if a signal ended it. */
export async function runBuiltCommand(
  args: readonly string[],
  installation: Installation,
): Promise<number | null> {
  const [code] = (await once(startBuiltCommand(args, installation), 'exit')) as [number | null];
  return code;
}
