import { fieldLabel, fieldValue, NO_VALUE } from '#app/components/domain/designations/field-words.ts';
import type { StudentCounts, TimelineEntry, ValueChange } from '#app/schemas/designation-timeline.ts';
import type { Door } from '#app/schemas/enums.ts';

const TITLES: Readonly<Record<string, string>> = {
  'designation.created': 'Started',
  'designation.edited': 'Edited',
  'designation.submitted': 'Submitted',
  'designation.reopened': 'Status changed',
  'designation.returned': 'Returned for correction',
  'designation.approved': 'Approved',
  'designation.rejected': 'Rejected',
};

const DOOR_WORDS: Readonly<Record<Door, string | null>> = {
  BROWSER: 'by browser',
  REST: 'by REST',
  CLI: 'by command line',
  SYSTEM: null,
};

const MAIL_WORDS = {
  STANDARD: null,
  EDITED: 'The text of the mail was edited.',
  NONE: 'Saved without mail.',
} as const satisfies Record<NonNullable<TimelineEntry['mail']>, string | null>;

/** What was entered by people, and so stands in quotation marks. */
const QUOTED_FIELDS = ['criteriaComment', 'note'];

/** What happened, in a few words; a kind that has none yet speaks for itself. */
export function eventTitle({ kind, count }: TimelineEntry): string {
  const title = TITLES[kind] ?? kind;
  return count === 1 ? title : `${title}, ${count} saves`;
}

/** Who did it, and by which door. */
export function eventActor({ actorName, door }: TimelineEntry): string {
  return [actorName ?? 'The system', DOOR_WORDS[door]].filter(Boolean).join(' ');
}

/** What an entry tells, a line each: 'Class size: 14 to 15', 'Students: 1 added, 2 changed (email, phone)'. */
export function eventLines({ fields, students, mail, count }: TimelineEntry): string[] {
  const lines = Object.entries(fields).map(
    ([field, change]) => `${fieldLabel(field)}: ${changeWords(field, change)}`,
  );
  if (students !== null) lines.push(`Students: ${studentWords(students)}`);
  const told = mail === null ? null : MAIL_WORDS[mail];
  if (told !== null) lines.push(told);
  if (lines.length === 0 && count > 1) lines.push('Everything is as it was before.');
  return lines;
}

/** 'Pending to Returned'; what was empty before is only told as it is now. */
function changeWords(field: string, { from, to }: ValueChange): string {
  const [before, after] = [from, to].map((value) => {
    const words = fieldValue(field, value);
    return QUOTED_FIELDS.includes(field) && words !== NO_VALUE ? `“${words}”` : words;
  });
  return before === NO_VALUE ? `${after}` : `${before} to ${after}`;
}

function studentWords({ added, removed, changed, changedFields }: StudentCounts): string {
  const counted = Object.entries({ added, removed, changed }).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${kind}`],
  );
  const names = changedFields.map((field) => fieldLabel(field).toLowerCase()).join(', ');
  if (names !== '') return `${counted.join(', ')} (${names})`;
  return counted.length === 0 ? 'in another order' : counted.join(', ');
}
