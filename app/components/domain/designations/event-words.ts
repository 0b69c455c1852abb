import type { TimelineEntry } from '#app/schemas/designation-screens.ts';
import {
  CRITERIA_LABELS,
  DECISION_REASON_LABELS,
  DESIGNATION_STATUS_LABELS,
  type Door,
} from '#app/schemas/enums.ts';
import { isRecord } from '#app/lib/records.ts';

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
  BROWSER: null,
  REST: 'by REST',
  CLI: 'by command line',
  SYSTEM: null,
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  classSize: 'Class size',
  criteria: 'Criteria',
  criteriaComment: 'Comment',
  note: 'Note',
  reasons: 'Reasons',
};

const NOTHING = 'none';

/** What happened, in a few words; a kind that has none yet speaks for itself. */
export function eventTitle({ kind }: TimelineEntry): string {
  return TITLES[kind] ?? kind;
}

/** Who did it, and how where it was not on a screen. */
export function eventActor({ actorName, door }: TimelineEntry): string {
  return [actorName ?? 'The system', DOOR_WORDS[door]].filter(Boolean).join(' ');
}

/** What an event changed, a line each: 'Class size: 14 to 15', 'Students: 1 added, 2 changed'. */
export function eventLines({ changes }: TimelineEntry): string[] {
  const lines: string[] = [];
  for (const [field, label] of Object.entries(FIELD_LABELS)) {
    const change = changes[field];
    if (isRecord(change)) lines.push(`${label}: ${changeWords(field, change)}`);
  }
  const students = changes['students'];
  if (isRecord(students)) lines.push(`Students: ${studentWords(students)}`);
  return lines;
}

/** 'Pending to Returned'; what was empty before is only told as it is now. */
function changeWords(field: string, { from, to }: Record<string, unknown>): string {
  const before = valueWords(field, from);
  const after = valueWords(field, to);
  return before === NOTHING ? after : `${before} to ${after}`;
}

function valueWords(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? NOTHING : value.map((item) => wordOf(field, item)).join('; ');
  }
  return wordOf(field, value);
}

function wordOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'status') return labelOf(DESIGNATION_STATUS_LABELS, text);
  if (field === 'criteria') return labelOf(CRITERIA_LABELS, text);
  if (field === 'reasons') return labelOf(DECISION_REASON_LABELS, text);
  return field === 'classSize' ? text : `“${text}”`;
}

function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value;
}

function studentWords(students: Record<string, unknown>): string {
  const counted = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const list = students[kind];
    return Array.isArray(list) && list.length > 0 ? [`${list.length} ${kind}`] : [];
  });
  return counted.length === 0 ? 'in another order' : counted.join(', ');
}
