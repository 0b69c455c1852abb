import { median } from '#tests/bench/support/statistics.ts';

export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One line of a report. If there is a reference, the target applies to the ratio of product to reference. */
export interface Figure {
  readonly goal: string;
  readonly what: string;
  readonly unit: string;
  readonly product: number;
  readonly reference: number | null;
  readonly target: Target;
}

/** Compares the product's median with the median of a reference measured in alternation. */
export function comparedFigure(
  goal: string,
  what: string,
  unit: string,
  measured: { readonly product: readonly number[]; readonly reference: readonly number[] },
  target: Target,
): Figure {
  return {
    goal,
    what,
    unit,
    product: median(measured.product),
    reference: median(measured.reference),
    target,
  };
}

/** Compares the median with a target in the same unit. */
export function plainFigure(
  goal: string,
  what: string,
  unit: string,
  values: readonly number[],
  target: Target,
): Figure {
  return { goal, what, unit, product: median(values), reference: null, target };
}

/** A count with a target, which is zero by default. */
export function countFigure(
  goal: string,
  what: string,
  unit: string,
  count: number,
  target: Target = { atMost: 0 },
): Figure {
  return plainFigure(goal, what, unit, [count], target);
}

/** Product divided by reference. Null without a reference. */
export function ratioOf({ product, reference }: Figure): number | null {
  return reference === null ? null : product / reference;
}

export function isMet(figure: Figure): boolean {
  const value = ratioOf(figure) ?? figure.product;
  return 'atLeast' in figure.target ? value >= figure.target.atLeast : value <= figure.target.atMost;
}

/** 'P4  JSON, 8 clients: 410 req/s, reference 1,900 req/s, ratio 0.22, target ≥ 0.25: FAIL' */
export function lineOf(figure: Figure): string {
  const { goal, what, unit, product, reference, target } = figure;
  const ratio = ratioOf(figure);
  const bound = 'atLeast' in target ? `≥ ${rounded(target.atLeast)}` : `≤ ${rounded(target.atMost)}`;
  return [
    `${goal.padEnd(4)}${what}: ${rounded(product)} ${unit}`,
    ...(reference === null || ratio === null
      ? []
      : [`reference ${rounded(reference)} ${unit}`, `ratio ${rounded(ratio)}`]),
    `target ${bound}${ratio === null ? ` ${unit}` : ''}: ${isMet(figure) ? 'pass' : 'FAIL'}`,
  ].join(', ');
}

/** Three significant digits, or an integer from 100. */
function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString('en-US', digits);
}
