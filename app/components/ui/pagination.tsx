import { ButtonLink } from '#app/components/ui/button.tsx';

interface PaginationProps {
  /** What is counted, in the plural: 'designations'. */
  noun: string;
  /** The first and last row shown, from 1, and how many there are. */
  from: number;
  to: number;
  total: number;
  previousHref?: string;
  nextHref?: string;
}

const grouped = new Intl.NumberFormat('en-US');

/** Which rows of how many are shown, and the ways to the others. */
export function Pagination({ noun, from, to, total, previousHref, nextHref }: PaginationProps) {
  return (
    <nav className="page-links" aria-label={`Pages of ${noun}`}>
      <p>
        {total === 0
          ? `No ${noun}`
          : `Showing ${grouped.format(from)} to ${grouped.format(to)} of ${grouped.format(total)} ${noun}`}
      </p>
      {previousHref || nextHref ? (
        <div className="cluster">
          {previousHref ? (
            <ButtonLink size="sm" to={previousHref} icon="chevron-left">
              Previous
            </ButtonLink>
          ) : null}
          {nextHref ? (
            <ButtonLink size="sm" to={nextHref}>
              Next
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </nav>
  );
}
