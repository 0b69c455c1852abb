import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { formatNumber } from '#app/lib/text/counted.ts';
import { formatSkipped, SKIPPED_LABELS } from '#app/messages/decision-labels.ts';
import type { NamedDesignation, Skipped } from '#app/schemas/designation-bulk.ts';
import { NAMED_MAX } from '#app/config/constants.ts';

/** Designations that won't change, by reason, with the first ones named. */
export function SkippedList({ skipped }: { skipped: readonly Skipped[] }) {
  if (skipped.length === 0) return null;
  const count = skipped.reduce((sum, one) => sum + one.count, 0);
  return (
    <div>
      <p>{formatSkipped(count)}</p>
      <ul className="m-0">
        {skipped.map((one) => (
          <li key={one.reason}>
            {formatNumber(one.count)} {SKIPPED_LABELS[one.reason]}: <Names {...one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names the first designations and counts the rest. */
export function Names({ named, count }: { named: readonly NamedDesignation[]; count: number }) {
  const more = count - named.length;
  return (
    <>
      {named.map(({ id, name, year }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          <Link to={`/designations/${id}`}>
            {name} {year}
          </Link>
        </Fragment>
      ))}
      {more > 0 ? `, and ${formatNumber(more)} more` : ''}.
    </>
  );
}

/** The designations that will change or have changed. Long lists (up to 2,000) are collapsed and use plain links. */
export function ChangingList({ designations }: { designations: readonly NamedDesignation[] }) {
  const count = designations.length;
  if (count === 0) return null;
  if (count <= NAMED_MAX) {
    return (
      <p className="m-0">
        <Names named={designations} count={count} />
      </p>
    );
  }
  return (
    <details>
      <summary>Show all {formatNumber(count)} by name</summary>
      <ul className="m-0">
        {designations.map(({ id, name, year }) => (
          <li key={id}>
            <a href={`/designations/${id}`}>{`${name} ${year}`}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
