import { reviewHref } from '#app/components/designations/review-address.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { Neighbour, Neighbours } from '#app/schemas/designation-review.ts';

interface ReviewNavigationProps {
  neighbours: Neighbours;
  /** The query of the list that the page was opened from. */
  listQuery: string;
}

/** The ways to the designations beside this one in the list; nothing where it stands alone. */
export function ReviewNavigation({ neighbours: { previous, next }, listQuery }: ReviewNavigationProps) {
  if (previous === null && next === null) return null;
  return (
    <nav className="cluster" aria-label="Designations in the list">
      {previous === null ? null : (
        <ButtonLink size="sm" to={reviewHref(previous.id, listQuery)} icon="chevron-left">
          Previous: {titleOf(previous)}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink size="sm" to={reviewHref(next.id, listQuery)} icon="chevron-right">
          Next: {titleOf(next)}
        </ButtonLink>
      )}
    </nav>
  );
}

function titleOf({ name, year }: Neighbour): string {
  return `${name} ${year}`;
}
