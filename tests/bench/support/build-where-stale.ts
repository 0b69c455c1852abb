import { buildNow, isBuildFresh } from '#cli/fresh-build.server.ts';
import { print } from '#cli/command-output.ts';
import { projectRoot } from '#app/config/project-root.server.ts';

/** Rebuilds Laurel if the sources have changed, because benches measure the production build. */
export async function buildWhereStale(): Promise<void> {
  const root = projectRoot();
  if (await isBuildFresh(root)) return;
  print('Building …');
  await buildNow(root, { ...process.env, NODE_ENV: 'production' });
}
