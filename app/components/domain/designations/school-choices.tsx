import { Link } from '@remix-run/react';
import {
  hrefOf,
  listOf,
  narrowedTo,
  TYPED_SCHOOL,
} from '#app/components/domain/designations/list-address.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import type { SchoolChoice } from '#app/schemas/school-choices.ts';

/** Asks which school a typed part of a name means; each leads to the list narrowed to it, the other filters kept. */
export function SchoolChoices({
  schools,
  search,
}: {
  schools: readonly SchoolChoice[];
  search: URLSearchParams;
}) {
  return (
    <Panel title={`Which high school is '${search.get(TYPED_SCHOOL)?.trim() ?? ''}'?`}>
      <ul>
        {schools.map(({ id, name, city }) => (
          <li key={id}>
            <Link to={hrefOf(narrowedTo(listOf(search), id))}>{name}</Link>, {city}
          </li>
        ))}
      </ul>
      <p className="m-0">Not among them? Type more of its name.</p>
    </Panel>
  );
}
