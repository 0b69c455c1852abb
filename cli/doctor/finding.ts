import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a check. `message` says what is fine or how to fix it. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
}

export type Found = Omit<Finding, 'check'>;

export const ok = (message: string): Found => ({ state: 'ok', message });
export const warning = (message: string): Found => ({ state: 'warning', message });
export const failed = (message: string): Found => ({ state: 'failed', message });

const TIMEOUT_MS = 6_000;

export interface Check {
  readonly name: string;
  readonly run: () => Promise<Found | readonly Found[]> | Found | readonly Found[];
  readonly describeError: (error: unknown) => string;
}

/** Runs all checks in parallel. A check that takes longer than 6 s fails. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const found = await Promise.all(checks.map(async (check) => ({ check, found: await withTimeout(check) })));
  return found.flatMap(({ check, found: one }) =>
    [one].flat().map((finding) => ({ check: check.name, ...finding })),
  );
}

async function withTimeout({ run, describeError }: Check): Promise<Found | readonly Found[]> {
  const result = (async () => run())().catch((error: unknown) => failed(describeError(error)));
  return Promise.race([result, timedOut()]);
}

async function timedOut(): Promise<Found> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  return failed(`The check didn't finish within ${TIMEOUT_MS / 1000} s.`);
}
