import { Link } from '@remix-run/react';
import type { Tone } from '#app/components/ui/badge.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly tone: Tone;
  /** Where the bar leads. */
  readonly href?: string;
}

const FULL = 100;

/** A bar chart of labeled numbers, readable as a list. It needs no scripts; bars with an address are links. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bars">
      {bars.map(({ href, ...bar }) => (
        <li key={bar.label}>
          {href === undefined ? (
            <span className="bar">
              <BarParts {...bar} most={most} />
            </span>
          ) : (
            <Link className="bar" to={href}>
              <BarParts {...bar} most={most} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Widths are attributes, because the content security policy forbids inline styles. */
function BarParts({ label, value, tone, most }: Bar & { most: number }) {
  return (
    <>
      <span>{label}</span>{' '}
      <svg aria-hidden="true">
        <rect className={`bar-${tone}`} width={`${(FULL * value) / most}%`} height="100%" rx="4" />
      </svg>
      <span className="bar-value">{formatNumber(value)}</span>
    </>
  );
}
