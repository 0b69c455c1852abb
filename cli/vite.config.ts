import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import type * as HelpTextsModule from './help-texts.ts';

type HelpTexts = typeof HelpTextsModule;

/** The modules that are loaded whatever is called, by the entry: they go into one file. */
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

/**
 * Commander can run commands that are programs of their own. Laurel has none, and what would start them takes as long to load as
 * everything else that `--help` needs.
 */
const withoutPrograms: Plugin = {
  name: 'without-programs',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') === true ? NO_PROGRAMS : null,
  load: (id) => (id === NO_PROGRAMS ? 'export default {};' : null),
};

/** Writes the help of each command into a file of its own, from where cli/bin.js shows it. */
const withHelp: Plugin = {
  name: 'with-help',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const built = (await import(pathToFileURL(path.join(dir, 'help-texts.js')).href)) as HelpTexts;
    await mkdir(path.join(dir, 'help'), { recursive: true });
    for (const [words, text] of Object.entries(built.helpTexts())) {
      await writeFile(path.join(dir, 'help', `${words}.txt`), text);
    }
  },
};

const ROOT = path.resolve(import.meta.dirname, '..');

/** The commit of the sources, for `laurel --version`; '' where git does not know it, as in a copy without its history. */
function commitOfSources(): string {
  try {
    const git = ['-C', ROOT, 'rev-parse', '--short=12', 'HEAD'];
    return execFileSync('git', git, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * Bundles the command line into build/cli for plain Node: our own modules in one entry and a chunk for each command that is imported when
 * it is called, so that `--help` loads little; the packages but commander stay in node_modules.
 */
export default defineConfig({
  root: ROOT,
  define: { LAUREL_COMMIT: JSON.stringify(commitOfSources()) },
  publicDir: false,
  plugins: [withoutPrograms, withHelp],
  // Less to read at each start; names stay, since entities and errors are known by them.
  esbuild: { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: false },
  // The tree of commands is all that `--help` loads: in one file it is there sooner.
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
