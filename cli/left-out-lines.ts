import { formatSkippedRecipient } from '#app/lib/messages/audience-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { LeftOut } from '#app/schemas/email.ts';
import { LEFT_OUT_REASON_LABELS, LEFT_OUT_REASONS } from '#app/schemas/enums.ts';

/** Lists excluded people with reasons: `Skipped: Ann Abel <ann@example.org>, Birch High: On the list already`. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((person) => {
    const who = [recipientLabel(person), person.schools.join(' & ')].filter((part) => part !== '').join(', ');
    return `Skipped: ${who}: ${LEFT_OUT_REASON_LABELS[person.why]}`;
  });
}

function recipientLabel(person: LeftOut): string {
  const address = person.email === '' ? '' : `<${person.email}>`;
  return [fullName(person), address].filter((part) => part !== '').join(' ');
}

/** Summarizes excluded people in one line: `Skipped: 3: No address 2, Not selected 1`. Empty if there are none. */
export function leftOutLine(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const counts = LEFT_OUT_REASONS.map((why) => ({
    why,
    people: leftOut.filter((person) => person.why === why).length,
  }));
  return [`Skipped: ${formatSkippedRecipient(counts.filter(({ people }) => people > 0))}`];
}
