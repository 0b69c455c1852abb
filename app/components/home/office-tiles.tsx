import { Link } from '@remix-run/react';
import { REVIEW_QUEUE_PATH } from '#app/components/designations/review-url.ts';
import { designationsHref } from '#app/components/home/home-links.ts';
import { OUTSTANDING_ID } from '#app/components/home/outstanding-pages.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { calendarDaysBetween } from '#app/lib/time/due-date.ts';
import type { AdminHomeResponse, OfficeCounts } from '#app/schemas/home-screens.ts';

interface OfficeTilesProps {
  counts: OfficeCounts;
  home: Pick<AdminHomeResponse, 'year' | 'outstandingTotal'>;
  /** Current time, ISO 8601. */
  now: string;
}

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly isQuiet: boolean;
  readonly href: string;
}

/** What the office has to do in the active year: numbers that lead to what they count. */
export function OfficeTiles({ counts, home: { year, outstandingTotal }, now }: OfficeTilesProps) {
  const { timeZone } = useSite();
  const resubmitted = `${designationsHref(year.id, ['PENDING'])}&resubmitted=true`;
  const tiles = [
    countTile('To review', counts.toReview, REVIEW_QUEUE_PATH),
    countTile('Resubmitted', counts.resubmitted, resubmitted),
    countTile('Outstanding', outstandingTotal, `#${OUTSTANDING_ID}`),
    countTile('Bounced', counts.bouncedAddresses, '/emails/bounces'),
    dueTile(year, calendarDays(year.dueAt, now, timeZone)),
  ];
  return (
    <ul className="tiles" aria-label={`To do for ${year.year}`}>
      {tiles.map(({ label, value, isQuiet, href }) => (
        <li key={label}>
          <Link className={classNames('tile', isQuiet && 'tile-quiet')} to={href}>
            <span className="tile-label">{label}</span> <span className="tile-value">{value}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countTile(label: string, count: number, href: string): Tile {
  return { label, value: formatNumber(count), isQuiet: count === 0, href };
}

function calendarDays(dueAt: string | null, now: string, timeZone: string): number | null {
  return dueAt === null ? null : calendarDaysBetween(now, dueAt, timeZone);
}

/** Days to or since the due date, which is on the year's page. */
function dueTile({ id }: AdminHomeResponse['year'], days: number | null): Tile {
  const href = `/years/${id}`;
  if (days === null) return { label: 'Due', value: 'No date', isQuiet: true, href };
  if (days < 0) return { label: 'Was due', value: `${counted(-days, 'day')} ago`, isQuiet: true, href };
  if (days === 0) return { label: 'Due', value: 'Today', isQuiet: false, href };
  return { label: 'Due in', value: counted(days, 'day'), isQuiet: false, href };
}
