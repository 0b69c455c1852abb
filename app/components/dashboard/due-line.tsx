import { useSite } from '#app/components/site/site-context.ts';
import { formatDueDate } from '#app/lib/time/due-date.ts';

interface DueLineProps {
  /** ISO 8601 instants. */
  dueAt: string;
  now: string;
}

/** When something is due and how long that is; where it is narrow the days left stay together. */
export function DueLine({ dueAt, now }: DueLineProps) {
  const [one, other] = formatDueDate(dueAt, now, useSite().timeZone).split(' · ');
  return (
    <>
      <Part text={one} /> · <Part text={other} />
    </>
  );
}

function Part({ text = '' }: { text: string | undefined }) {
  return text.includes(',') ? <>{text}</> : <span className="text-nowrap">{text}</span>;
}
