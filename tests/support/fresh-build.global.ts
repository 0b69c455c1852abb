import path from 'node:path';
import { buildNow, isBuildFresh } from '#cli/fresh-build.server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the application if the build is missing or older than the sources. Always builds on CI. */
export async function setup(): Promise<void> {
  if (!process.env['CI'] && (await isBuildFresh(ROOT))) return;
  // With vitest's NODE_ENV, React's development build would be bundled.
  await buildNow(ROOT, { ...process.env, NODE_ENV: 'production' });
}
