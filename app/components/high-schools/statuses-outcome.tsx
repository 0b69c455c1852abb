import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';

/** What activating or deactivating the selected schools did. */
export interface StatusesResult {
  readonly status: ActivityStatus;
  /** In alphabetical order. */
  readonly changed: readonly { readonly id: string; readonly name: string }[];
  /** How many had the status already. */
  readonly already: number;
}

/** Which schools were activated or deactivated, focused, with links: the list's filter may hide them now. */
export function StatusesOutcome({ result }: { result: StatusesResult }) {
  const { status, changed, already } = result;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [result]);
  return (
    <div ref={ref} tabIndex={-1} className="mb-4">
      <Banner tone={changed.length === 0 ? 'info' : 'success'}>
        {SCHOOL_MESSAGES.statusesChanged(changed.length, already, status)}
        {changed.length === 0 ? null : (
          <ul className="mb-0">
            {changed.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/highschools/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  );
}
