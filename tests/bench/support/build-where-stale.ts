import { buildNow, isBuildFresh } from '#cli/fresh-build.server.ts';
import { print } from '#cli/output.ts';
import { projectRoot } from '#cli/project-root.ts';

/** Builds Laurel where the sources changed since it was built: what is measured is what runs in production. */
export async function buildWhereStale(): Promise<void> {
  const root = projectRoot();
  if (await isBuildFresh(root)) return;
  print('Building …');
  await buildNow(root, { ...process.env, NODE_ENV: 'production' });
}
