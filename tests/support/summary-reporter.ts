import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Prints each test that needed a retry, then `N passed, N failed`. Load errors and errors outside tests count too. */
export class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = Array.from(module.children.allTests());
      const states = tests.map((test) => test.result().state);
      for (const state of states) counts[state] += 1;
      for (const test of tests.filter(neededAnotherAttempt)) {
        this.#vitest?.logger.log(`passed only at another attempt: ${test.fullName}`);
      }
      if (module.state() === 'failed' && !states.includes('failed')) counts.failed += 1;
    }
    const skipped = counts.skipped + counts.pending;
    const line = `${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    this.#vitest?.logger.log(line);
  }
}

function neededAnotherAttempt(test: TestCase): boolean {
  return test.diagnostic()?.flaky === true;
}
