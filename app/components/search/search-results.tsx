import { Link } from '@remix-run/react';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { SearchResultGroup } from '#app/lib/messages/search-labels.ts';
import { SEARCH_MESSAGES } from '#app/lib/messages/search-messages.ts';

/** The results of a search as lists of links, one per kind. */
export function SearchResults({ groups }: { groups: readonly SearchResultGroup[] }) {
  if (groups.length === 0) return <EmptyState title={SEARCH_MESSAGES.nothing} />;
  return (
    <Stack>
      {groups.map(({ group, title, results, more }) => (
        <Panel key={group} title={title}>
          <ul className="search-list">
            {results.map(({ id, path, name, details }) => (
              <li key={id}>
                <Link to={path}>{name}</Link> <span className="search-details">{details}</span>
              </li>
            ))}
          </ul>
          {more === null ? null : <p>{more}</p>}
        </Panel>
      ))}
    </Stack>
  );
}
