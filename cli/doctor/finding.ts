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
  readonly look: () => Promise<Found | readonly Found[]> | Found | readonly Found[];
  readonly saying: (error: unknown) => string;
}

/** Runs all checks in parallel. A check that takes longer than 6 s fails. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const found = await Promise.all(checks.map(async (check) => ({ check, found: await patiently(check) })));
  return found.flatMap(({ check, found: one }) =>
    [one].flat().map((finding) => ({ check: check.name, ...finding })),
  );
}

async function patiently({ look, saying }: Check): Promise<Found | readonly Found[]> {
  const looked = (async () => look())().catch((error: unknown) => failed(saying(error)));
  return Promise.race([looked, gaveUp()]);
}

async function gaveUp(): Promise<Found> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  return failed(`The check didn't finish within ${TIMEOUT_MS / 1000} s.`);
}
