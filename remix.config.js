import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

/** The Vite and Remix configuration in one: every `remix vite:*` command reads it through `--config remix.config.js`. */
export default defineConfig({
  publicDir: 'app/public',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  css: { preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['import'] } } },
  plugins: [
    remix({
      appDirectory: 'app',
      buildDirectory: 'build',
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
});
