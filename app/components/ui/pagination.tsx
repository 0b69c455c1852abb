import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { IconName } from '#app/components/ui/icons.tsx';

interface ShownRows {
  /** Singular and plural of the counted noun: 'designation' and 'designations'. */
  one: string;
  many: string;
  /** The first row's number, from 1, or null if unknown; the number of shown rows; and the total. */
  from: number | null;
  shown: number;
  total: number;
}

interface PaginationProps extends ShownRows {
  firstHref?: string;
  previousHref?: string;
  nextHref?: string;
  lastHref?: string;
}

/** Which rows are shown, with links to the other pages. */
export function Pagination({ firstHref, previousHref, nextHref, lastHref, ...rows }: PaginationProps) {
  return (
    <nav className="page-links" aria-label={`Pages of ${rows.many}`}>
      <p>{formatShownRows(rows)}</p>
      {previousHref || nextHref ? (
        <div className="cluster">
          <PageLink href={firstHref}>First</PageLink>
          <PageLink href={previousHref} icon="chevron-left">
            Previous
          </PageLink>
          <PageLink href={nextHref}>Next</PageLink>
          <PageLink href={lastHref}>Last</PageLink>
        </div>
      ) : null}
    </nav>
  );
}

/** Returns 'Showing 51 to 100 of 120 designations'. */
export function formatShownRows({ one, many, from, shown, total }: ShownRows): string {
  if (total === 0) return `No ${many}`;
  if (shown === total) return `Showing ${counted(total, one, many)}`;
  if (from === null) return `Showing ${formatNumber(shown)} of ${formatNumber(total)} ${many}`;
  if (shown === 1) return `Showing ${one} ${formatNumber(from)} of ${formatNumber(total)}`;
  return `Showing ${formatNumber(from)} to ${formatNumber(from + shown - 1)} of ${formatNumber(total)} ${many}`;
}

function PageLink({ href, ...rest }: { href: string | undefined; icon?: IconName; children: string }) {
  return href === undefined ? null : <ButtonLink size="sm" to={href} {...rest} />;
}
