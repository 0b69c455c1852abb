import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { openApplication } from '#app/server/application.server.ts';
import { CommandFailure } from './command-failure.ts';

/** Remix's server bundle. Its entry also exports `openApplication`, so both share one module graph. */
export interface LaurelBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & { readonly openApplication: typeof openApplication };
  };
}

/** @throws {CommandFailure} when build/server doesn't exist */
export async function loadBuild(root: string): Promise<LaurelBuild> {
  const file = path.join(root, 'build/server/index.js');
  if (!existsSync(file)) throw new CommandFailure("Laurel isn't built yet. Run `npm run build` first.");
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as LaurelBuild;
}
