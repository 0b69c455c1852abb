import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `laurel` from the build in a process of its own, as cron would, and answers its exit code; null where a signal ended it. */
export async function runBuiltCommand(
  args: readonly string[],
  { databaseUrl, smtpUrl }: { readonly databaseUrl: string; readonly smtpUrl: string },
): Promise<number | null> {
  const child = spawn(process.execPath, ['cli/bin.js', ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'scholars@example.org',
      APP_URL: 'https://scholars.example.org',
    },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
