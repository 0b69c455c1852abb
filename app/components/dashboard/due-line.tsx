import { useSite } from '#app/components/site/site-context.ts';
import { DueText } from '#app/components/ui/due-text.tsx';
import { formatDueDate } from '#app/lib/time/due-date.ts';

interface DueLineProps {
  /** ISO 8601 instants. */
  dueAt: string;
  now: string;
}

/** Link to a calendar file with the due dates. */
export function CalendarLink() {
  return (
    <a href="/due-dates.ics" className="text-nowrap">
      Add to calendar
    </a>
  );
}

/** A due date and the days left. */
export function DueLine({ dueAt, now }: DueLineProps) {
  return <DueText {...formatDueDate(dueAt, now, useSite().timeZone)} />;
}
