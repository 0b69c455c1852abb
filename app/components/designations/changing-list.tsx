import { grouped } from '#app/lib/text/counted.ts';
import { Names } from '#app/components/designations/skipped-list.tsx';
import { NAMED_MAX } from '#app/config/constants.ts';
import type { NamedDesignation } from '#app/schemas/designation-bulk.ts';

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
      <summary>Show all {grouped(count)} by name</summary>
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
