import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { commitOfSources } from './commit-of-sources.ts';
import type * as HelpTextsModule from './help-texts.ts';

type HelpTexts = typeof HelpTextsModule;

/** Modules that every command loads. They are bundled into one file. */
let loadedAlways: ReadonlySet<string> | undefined;

function treeModules({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): ReadonlySet<string> {
  if (loadedAlways !== undefined) return loadedAlways;
  const entry = [...getModuleIds()].filter((id) => getModuleInfo(id)?.isEntry === true);
  const found = new Set(entry);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  for (const id of entry) found.delete(id);
  loadedAlways = found;
  return found;
}

const NO_PROGRAMS = '\0no-programs';

/** Omits Commander's support for executable subcommands. Laurel has none, and it doubles the load time of `--help`. */
const withoutPrograms: Plugin = {
  name: 'without-programs',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') === true ? NO_PROGRAMS : null,
  load: (id) => (id === NO_PROGRAMS ? 'export default {};' : null),
};

/** Writes each command's help to a file that cli/bin.js prints. */
const withHelp: Plugin = {
  name: 'with-help',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const built = (await import(pathToFileURL(path.join(dir, 'help-texts.js')).href)) as HelpTexts;
    await mkdir(path.join(dir, 'help'), { recursive: true });
    for (const [command, text] of Object.entries(built.helpTexts())) {
      await writeFile(path.join(dir, 'help', `${command}.txt`), text);
    }
  },
};

const ROOT = path.resolve(import.meta.dirname, '..');

/** Bundles the CLI into build/cli for Node.js, with one chunk per command so `--help` loads little. */
export default defineConfig({
  root: ROOT,
  define: { LAUREL_COMMIT: JSON.stringify(commitOfSources()) },
  publicDir: false,
  plugins: [withoutPrograms, withHelp],
  // Keep identifiers: entities and errors are matched by name.
  esbuild: { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: false },
  // Bundle Commander with the command tree, so `--help` loads a single file.
  ssr: { noExternal: ['commander'] },
  build: {
    ssr: true,
    outDir: 'build/cli',
    target: 'node20',
    sourcemap: true,
    minify: 'esbuild',
    rollupOptions: {
      input: ['cli/main.ts', 'cli/help-texts.ts'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        manualChunks: (id, graph) => (treeModules(graph).has(id) ? 'tree' : undefined),
      },
    },
  },
});
