import { note } from '#cli/command-output.ts';
import { buildWhereStale } from '#tests/bench/support/build-where-stale.ts';
import { type BenchOptions, parseBenchArguments } from '#tests/bench/support/trial-options.ts';
import { Report } from '#tests/bench/support/report.ts';

type Bench = (report: Report, options: BenchOptions) => Promise<void>;

/** `npm run bench -- NAME [--minutes N]`. Each bench module is loaded on demand. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  list: async () => (await import('#tests/bench/list-bench.server.ts')).listBench,
  export: async () => (await import('#tests/bench/export-bench.server.ts')).exportBench,
  search: async () => (await import('#tests/bench/search-bench.server.ts')).searchBench,
  dashboard: async () => (await import('#tests/bench/dashboard-bench.server.ts')).dashboardBench,
  submit: async () => (await import('#tests/bench/submit-bench.server.ts')).submitBench,
  deadline: async () => (await import('#tests/bench/deadline-bench.server.ts')).deadlineBench,
  endurance: async () => (await import('#tests/bench/endurance-bench.server.ts')).enduranceBench,
  overload: async () => (await import('#tests/bench/overload-bench.server.ts')).overloadBench,
  mail: async () => (await import('#tests/bench/mail-bench.server.ts')).mailBench,
  start: async () => (await import('#tests/bench/start-bench.server.ts')).startBench,
  'slow-line': async () => (await import('#tests/bench/slow-line-bench.server.ts')).slowLineBench,
  lighthouse: async () => (await import('#tests/bench/lighthouse-bench.server.ts')).lighthouseBench,
  interactions: async () => (await import('#tests/bench/interactions-bench.server.ts')).interactionsBench,
  alternatives: async () => (await import('#tests/bench/alternatives-bench.server.ts')).alternativesBench,
  scripts: async () => (await import('#tests/bench/scripts-bench.ts')).scriptsBench,
};

const { name, ...options } = parseBenchArguments(process.argv.slice(2));
const bench = BENCHES[name];
if (bench === undefined) {
  note(`Name a bench: npm run bench -- ${Object.keys(BENCHES).join('|')}`);
  process.exitCode = 2;
} else {
  await buildWhereStale();
  const report = new Report();
  await (
    await bench()
  )(report, options);
  process.exitCode = report.isMet ? 0 : 1;
}
