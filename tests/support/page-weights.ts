import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { projectRoot } from '#app/config/project-root.server.ts';
import { themeCss } from '#tests/support/theme-css.ts';

/** The compressed size of a page's assets and its limit, in kB (1,000 bytes). */
export interface Weight {
  readonly what: string;
  readonly kb: number;
  readonly limitKb: number;
}

/** Screens with lists. All others have the limit for forms. */
const LISTS = /-list$|\/audit-log$|\/dashboard$|\/years$|\/invites$/;
const LIST_KB = 110;
const FORM_KB = 130;
const CSS_KB = 25;
const BYTES_A_KB = 1000;

const ModuleSchema = z.object({ module: z.string(), imports: z.array(z.string()) });
const RouteSchema = ModuleSchema.extend({
  parentId: z.string().optional(),
  path: z.string().optional(),
  index: z.boolean().optional(),
});
const ManifestSchema = z.object({
  entry: ModuleSchema,
  routes: z.record(z.string(), RouteSchema),
});
type Manifest = z.output<typeof ManifestSchema>;

/** Returns the initial scripts of each built screen, with its parent routes, and the total of all CSS. */
export async function pageWeights(): Promise<Weight[]> {
  const assets = path.join(projectRoot(), 'build/client/assets');
  const manifest = await readManifest(assets);
  const weights: Weight[] = [];
  for (const [id, route] of Object.entries(manifest.routes).sort()) {
    const isScreen = id.startsWith('routes/web/') && (route.path !== undefined || route.index === true);
    const isLayout = Object.values(manifest.routes).some(({ parentId }) => parentId === id);
    if (!isScreen || isLayout) continue;
    weights.push({
      what: id.slice('routes/web/'.length),
      kb: await sizeOf(assets, scriptsOf(manifest, id)),
      limitKb: LISTS.test(id) ? LIST_KB : FORM_KB,
    });
  }
  return [...weights, { what: 'all CSS', kb: gzipSync(themeCss()).length / BYTES_A_KB, limitKb: CSS_KB }];
}

async function readManifest(assets: string): Promise<Manifest> {
  const file = (await readdir(assets)).find((name) => /^manifest-.*\.js$/.test(name));
  if (file === undefined) throw new Error(`There is no manifest in ${assets}.`);
  const text = await readFile(path.join(assets, file), 'utf8');
  return ManifestSchema.parse(JSON.parse(text.replace(/^window\.__remixManifest=/, '').replace(/;\s*$/, '')));
}

function scriptsOf({ entry, routes }: Manifest, id: string): Set<string> {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    for (const script of [route.module, ...route.imports]) scripts.add(script);
  }
  return scripts;
}

/** Returns the total in kB (1,000 bytes). Compresses each file separately, as it is served. */
async function sizeOf(assets: string, files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(path.join(assets, path.basename(file)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_A_KB;
}
