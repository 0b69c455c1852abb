import { counted, grouped } from '#app/lib/text/counted.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { IconName } from '#app/components/ui/icons.tsx';

interface PaginationProps {
  /** Singular and plural of the counted noun: 'designation' and 'designations'. */
  one: string;
  many: string;
  /** The first row's number, from 1, or null if unknown; the number of shown rows; and the total. */
  from: number | null;
  shown: number;
  total: number;
  firstHref?: string;
  previousHref?: string;
  nextHref?: string;
  lastHref?: string;
}

/** Which rows are shown, with links to the other pages. */
export function Pagination({ one, many, from, shown, total, ...hrefs }: PaginationProps) {
  const { firstHref, previousHref, nextHref, lastHref } = hrefs;
  return (
    <nav className="page-links" aria-label={`Pages of ${many}`}>
      <p>
        {total === 0
          ? `No ${many}`
          : shown === total
            ? `Showing ${counted(total, one, many)}`
            : from === null
              ? `Showing ${grouped(shown)} of ${grouped(total)} ${many}`
              : shown === 1
                ? `Showing ${one} ${grouped(from)} of ${grouped(total)}`
                : `Showing ${grouped(from)} to ${grouped(from + shown - 1)} of ${grouped(total)} ${many}`}
      </p>
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

function PageLink({ href, ...rest }: { href: string | undefined; icon?: IconName; children: string }) {
  return href === undefined ? null : <ButtonLink size="sm" to={href} {...rest} />;
}
