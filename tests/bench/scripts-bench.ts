import { plainFigure } from '#tests/bench/support/figures.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { pageWeights } from '#tests/support/page-weights.ts';

/** P12: what each screen loads up front, compressed. */
export async function scriptsBench(report: Report): Promise<void> {
  for (const { what, kb, limitKb } of await pageWeights()) {
    report.add(plainFigure('P12', what, 'kB', [kb], { atMost: limitKb }));
  }
}
