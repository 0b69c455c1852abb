import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './support/summary-reporter.ts';

const SECOND_MS = 1000;
/** Some tests use 25 connections at once, of the 200 of the test server. */
const MOST_WORKERS = 8;
/** More than one, because workers also wait for timers and for other processes' responses. */
const WORKERS_PER_CORE = 1.5;
const root = path.resolve(import.meta.dirname, '..');
const databaseSetup = 'tests/support/shared-database.global.ts';
const commandLineSetup = 'tests/support/command-line.global.ts';
const buildSetup = 'tests/support/fresh-build.global.ts';
const chromiumSetup = 'tests/support/chromium.global.ts';

interface ProjectNeeds {
  globalSetup?: string[];
  seconds: number;
}

/** The shared configuration of all projects. They differ in the services that their global setup starts. */
function project(name: string, include: string[], needs: ProjectNeeds) {
  return {
    root,
    test: {
      name,
      include,
      globalSetup: needs.globalSetup ?? [],
      environment: 'node' as const,
      testTimeout: needs.seconds * SECOND_MS,
      hookTimeout: Math.max(needs.seconds, 30) * SECOND_MS,
      restoreMocks: true,
      // Files share a worker's modules, because reloading the server takes longer than most files' tests.
      isolate: false,
      expect: { requireAssertions: true, poll: { timeout: 10 * SECOND_MS } },
    },
  };
}

/** `npx vitest run --config tests/vitest.config.ts [--project unit] [path…]`. */
export default defineConfig({
  root,
  test: {
    experimental: { fsModuleCache: true },
    reporters: ['default', new SummaryReporter()],
    maxWorkers: Math.min(MOST_WORKERS, Math.ceil(WORKERS_PER_CORE * availableParallelism())),
    teardownTimeout: 30 * SECOND_MS,
    projects: [
      project('unit', ['tests/unit/**/*.test.{ts,tsx}'], { seconds: 10 }),
      // In one project, because each project's workers load the server of their own.
      project('integration', ['tests/{integration,contract}/**/*.test.{ts,tsx}'], {
        globalSetup: [databaseSetup, commandLineSetup],
        seconds: 60,
      }),
      project('e2e', ['tests/e2e/**/*.test.{ts,tsx}'], {
        globalSetup: [buildSetup, databaseSetup, chromiumSetup],
        seconds: 60,
      }),
    ],
  },
});
