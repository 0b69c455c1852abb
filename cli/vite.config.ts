import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Bundles the command line into build/cli for plain Node: our own modules in one entry and a chunk for each command that is imported when
 * it is called, so that `--help` loads little; the packages but commander stay in node_modules.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  publicDir: false,
  // The tree of commands is all that `--help` loads: in one file it is there sooner.
  ssr: { noExternal: ['commander'] },
  build: {
    ssr: 'cli/main.ts',
    outDir: 'build/cli',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
