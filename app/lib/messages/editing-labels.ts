import { formatInZone, timeInZone } from '#app/lib/time/zoned-time.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { zonedDay } from '#app/lib/time/zoned-day.ts';

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Change {
  readonly at: string;
  readonly by: Person | null;
}

/** How somebody's own change reads to them when it did not come from this tab. */
export const ELSEWHERE = 'in another tab or on another device';

/** '2:02 PM AKST' for a moment of the present day, and the whole date for any other. */
function formatMoment(iso: string, { today, timeZone }: Reader): string {
  return zonedDay(new Date(iso), timeZone) === today
    ? timeInZone(iso, timeZone)
    : formatInZone(iso, timeZone);
}

/** 'Kim Lee changed this designation at 2:03 PM AKST', or 'You changed …' for the reader's own change from elsewhere. */
export function formatLastChange(
  change: Change | null,
  reader: Reader,
  verb: 'changed' | 'submitted' = 'changed',
): string {
  if (change?.by == null) return `Someone else ${verb} this designation in the meantime`;
  const at = formatMoment(change.at, reader);
  return change.by.id === reader.userId
    ? `You ${verb} this designation ${ELSEWHERE} at ${at}`
    : `${fullName(change.by)} ${verb} this designation at ${at}`;
}

/** What is told when somebody's newer contents were taken over, and where: 'Updated with what Kim Lee saved at 2:03 PM AKST: Comment.' */
export function formatTakenOver(
  change: Change | null,
  reader: Reader,
  differences: readonly string[],
): string {
  const where = differences.length === 0 ? '' : `: ${differences.join('; ')}`;
  if (change?.by == null) return `Updated with what was saved in the meantime${where}.`;
  const at = formatMoment(change.at, reader);
  return change.by.id === reader.userId
    ? `Updated with what you saved ${ELSEWHERE} at ${at}${where}.`
    : `Updated with what ${fullName(change.by)} saved at ${at}${where}.`;
}

/** How a reader is told whose a value is: 'Kim Lee', 'You, in another tab …', or 'Someone else'. */
export function formatOtherSide(change: Change | null, reader: Reader): string {
  if (change?.by == null) return 'Someone else';
  return change.by.id === reader.userId ? `You ${ELSEWHERE}` : fullName(change.by);
}

/** Who changed what conflicts: two people, or the reader alone in two places. */
export function formatBothChanged(change: Change | null, reader: Reader): string {
  return change?.by?.id === reader.userId
    ? `You changed what follows here and ${ELSEWHERE}`
    : 'You both changed what follows';
}

/** Who is told, on which day (YYYY-MM-DD), and by which clock. */
export interface Reader {
  readonly userId: string;
  readonly today: string;
  readonly timeZone: string;
}

/** 'Kim Lee is also editing this designation.'; null where nobody is. */
export function formatColleagues(colleagues: readonly Person[]): string | null {
  const names = colleagues.map(fullName);
  const last = names.pop();
  if (last === undefined) return null;
  return names.length === 0
    ? `${last} is also editing this designation.`
    : `${names.join(', ')} and ${last} are also editing this designation.`;
}
