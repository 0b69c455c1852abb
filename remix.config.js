import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { commitOfSources } from './cli/commit-of-sources.ts';

/**
 * What many screens share goes into one file of the browser's for each kind: dozens of small ones would compress worse and each cost a
 * request. What only some screens use has files of its own.
 */
const SHARED_CHUNKS = [
  [
    'frame',
    /\/app\/(?:config\/constants\.|lib\/(?:browser\/user-storage|records)\.|components\/(?:ui\/(?!step-indicator|tab-links|print-button|delete-panel|bar-list)|site\/(?:error-page|site-context|titled|without-scripts|form-client-action)\.))/,
  ],
  [
    'fields',
    /\/app\/components\/forms\/(?:text-field|select-field|checkbox-field|choice-group-field|field-parts|form-layout)\./,
  ],
  ['editing', /\/app\/components\/(?:forms\/error-summary|designations\/unsaved-changes)\./],
  [
    'checks',
    /\/app\/components\/(?:forms\/(?:use-lazy-checks|use-check-on-blur)|designate\/button-released)\./,
  ],
  ['address-parts', /\/app\/(?:components\/forms\/zip4-of-address|schemas\/states)\./],
  // With the paths that emails have too, or else they would become a part of 'mail'.
  ['designate-steps', /\/app\/(?:components\/designate\/designate-steps|lib\/urls\/step-path)\./],
  // Alone, because the dashboard and the years need it without the filters and their fields.
  ['list-query', /\/app\/(?:components\/listing\/list-query|schemas\/view-lists)\./],
  ['lists', /\/app\/components\/listing\//],
  [
    'cells',
    /\/app\/(?:components\/site\/(?:alaska-time|status-badge)|lib\/(?:time\/zoned-time|urls\/history-url))\./,
  ],
  [
    'designation-rows',
    /\/app\/(?:components\/designations\/designation-table|schemas\/designation-warnings|lib\/versions)\./,
  ],
  // Before 'undo', or else it would become a part of it.
  ['submit-button', /\/app\/components\/forms\/submit-button\./],
  ['undo', /\/app\/components\/designations\/(?:undo-(?:form|decision)|loaded-tools)\./],
  ['designation-addresses', /\/app\/components\/designations\/(?:review-url|duplicate-url)\./],
  [
    'student-texts',
    /\/app\/(?:lib\/time\/age|students\/(?:listed-warnings|student-labels|student-errors)|messages\/student-warning-messages|components\/(?:designate\/import\/detached-fields|designations\/decision-banner))\./,
  ],
  ['values', /\/app\/lib\/text\/(?:phone|value-rules)\./],
  // These three are named, or else they would become a part of 'labels', which most pages do without.
  ['enums', /\/app\/schemas\/enums\./],
  ['contents', /\/app\/schemas\/(?:student|designation|address)-fields\./],
  ['tables', /\/app\/schemas\/field-tables\./],
  ['labels', /\/app\/(?:messages\/field-labels|schemas\/(?:high-school|user|year)-fields)\./],
  ['mail', /\/app\/(?:messages\/decision-email|lib\/markup\/(?:fill-notice|merge-fields))\./],
];

/**
 * The packages that the browser is sent, for the development server, which gets them ready before the first page is asked for: one found
 * while a page loads would give that page two copies of React's router, and it would break.
 */
const BROWSER_PACKAGES = [
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-xml',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/state',
  '@codemirror/view',
  '@conform-to/react',
  '@conform-to/zod/v4',
  '@conform-to/zod/v4/future',
  '@remix-run/react',
  '@simplewebauthn/browser',
  'chart.js',
  'csv-parse/browser/esm/sync',
  'csv-stringify/browser/esm/sync',
  'fflate',
  'hucre',
  'hucre/xlsx',
  'react',
  'react-dom',
  'react-dom/client',
  'zod',
];

const SERVER_BUILD = 'app.js';

/**
 * What remix-serve loads. The rest of the build imports app.js, never this file: remix-serve adds a query to its URL, which would make
 * a second copy of what it contains.
 */
const REMIX_SERVE_ENTRY = `import * as build from './${SERVER_BUILD}';
export * from './${SERVER_BUILD}';
export const { publicPath, assetsBuildDirectory } = await build.entry.module.openUnderRemixServe(build);
`;

/** Writes the file that `remix-serve` is started with. */
const withRemixServeEntry = {
  name: 'with-remix-serve-entry',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'index.js', source: REMIX_SERVE_ENTRY });
  },
};

/** Writes a compressed copy of each script and stylesheet, which the server sends to browsers that accept Brotli. */
const withCompressedCopies = {
  name: 'with-compressed-copies',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  async writeBundle({ dir }) {
    const assets = path.join(dir, 'assets');
    for (const name of await readdir(assets)) {
      if (!/\.(?:css|js)$/.test(name)) continue;
      const file = path.join(assets, name);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
    }
  },
};

/** The Vite and Remix configuration in one: every `remix vite:*` command reads it through `--config remix.config.js`. */
export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'app/public',
  ...(isSsrBuild ? { define: { LAUREL_COMMIT: JSON.stringify(commitOfSources()) } } : {}),
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    minify: isSsrBuild ? false : 'terser',
    // Also for the server's build, which has the theme.
    cssMinify: true,
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            output: { manualChunks: (id) => SHARED_CHUNKS.find(([, files]) => files.test(id))?.[0] },
          },
        }),
  },
  optimizeDeps: { noDiscovery: true, include: BROWSER_PACKAGES },
  css: { preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['import'] } } },
  plugins: [
    remix({
      appDirectory: 'app',
      buildDirectory: 'build',
      serverBuildFile: SERVER_BUILD,
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    withRemixServeEntry,
    withCompressedCopies,
  ],
}));
