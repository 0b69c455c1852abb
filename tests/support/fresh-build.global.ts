import path from 'node:path';
import { buildNow, isBuildFresh } from '#cli/fresh-build.server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the application once where the build is missing or older than its sources; always on CI. */
export async function setup(): Promise<void> {
  if (!process.env['CI'] && (await isBuildFresh(ROOT))) return;
  // vitest's own NODE_ENV would bundle React's development build.
  await buildNow(ROOT, { ...process.env, NODE_ENV: 'production' });
}
