import type { DueDateText } from '#app/lib/time/due-date.ts';

/** Due date and days left. The second part moves to the next line as a whole if it doesn't fit. */
export function DueText({ due, detail }: DueDateText) {
  return (
    <>
      {due} · <span className="d-inline-block">{detail}</span>
    </>
  );
}
