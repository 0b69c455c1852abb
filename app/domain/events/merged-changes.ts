import { isRecord } from '#app/lib/records.ts';
import { DESIGNATION_FIELD_LIST } from '#app/schemas/designation-fields.ts';
import { HIGH_SCHOOL_FIELD_LIST } from '#app/schemas/high-school-fields.ts';
import type { StudentCounts, ValueChange } from '#app/schemas/timeline.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';

/** Fields that a timeline shows. All other event data stays on the server. */
const MERGED_FIELDS: readonly string[] = [
  ...HIGH_SCHOOL_FIELD_LIST.map(([name]) => name),
  ...DESIGNATION_FIELD_LIST.map(([name]) => name),
  ...USER_FIELD_LIST.map(([name]) => name),
  'position',
  'address.firmName',
  'address.address1',
  'address.address2',
  'address.urbanization',
  'address.city',
  'address.state',
  'address.zip5',
  'address.zip4',
  'year',
  ...YEAR_DATE_NAMES,
  'reason',
  'recipients',
  'purgedStudents',
  'backupOf',
  'keptEvents',
  'keptDisclosures',
  'scheduledAt',
  'mails',
  'daysBefore',
  'states',
  'positions',
  'isAutomatic',
  'template',
  'notice',
  'subject',
  'body',
  'richText',
  'isOn',
  'view',
  'mergedEmail',
  'keptEmail',
  'designations',
  'snoozedUntil',
  'scopes',
  'issuer',
];

export interface MergedChanges {
  readonly fields: Record<string, ValueChange>;
  readonly students: StudentCounts | null;
}

/** Merges consecutive changes, oldest first. Changes that were undone are omitted. */
export function mergedChanges(changes: readonly Readonly<Record<string, unknown>>[]): MergedChanges {
  const fields: Record<string, ValueChange> = {};
  for (const field of MERGED_FIELDS) {
    const steps = changes.map((change) => change[field]).filter((step) => step !== undefined);
    if (steps.length === 0) continue;
    const [{ from }, { to }] = [asChange(steps[0]), asChange(steps.at(-1))];
    if (JSON.stringify(from) !== JSON.stringify(to)) fields[field] = { from, to };
  }
  return { fields, students: mergedStudents(changes.map(({ students }) => students).filter(isRecord)) };
}

/** Converts a step to a change. Some events only store a value, like the address of an invite. */
function asChange(step: unknown): ValueChange {
  return isRecord(step) ? { from: step['from'] ?? null, to: step['to'] ?? null } : { from: null, to: step };
}

/** Returns the merged counts; students added and then removed aren't counted. Null if nothing changed. */
function mergedStudents(steps: readonly Record<string, unknown>[]): StudentCounts | null {
  const added = new Set<string>();
  const removed = new Set<string>();
  const changed = new Map<string, string[]>();
  let isReordered = false;
  for (const step of steps) {
    const [came, went] = [idsOf(step['added']), idsOf(step['removed'])];
    const altered = idsOf(step['changed']);
    isReordered ||= came.length + went.length + altered.length === 0;
    for (const id of came) added.add(id);
    for (const id of altered) changed.set(id, [...(changed.get(id) ?? []), ...fieldsOf(step['changed'], id)]);
    for (const id of went) {
      changed.delete(id);
      if (!added.delete(id)) removed.add(id);
    }
  }
  const remaining = Array.from(changed).filter(([id]) => !added.has(id));
  const isNothing = added.size + removed.size + remaining.length === 0;
  if (isNothing && !isReordered) return null;
  const changedFields = [...new Set(remaining.flatMap(([, fields]) => fields))];
  return { added: added.size, removed: removed.size, changed: remaining.length, changedFields };
}

function fieldsOf(list: unknown, id: string): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const fields = isRecord(item) && item['id'] === id ? item['fields'] : [];
    return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
  });
}

/** Returns the ids in an event's list, which contains ids or `{id}` objects. */
function idsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const id = isRecord(item) ? item['id'] : item;
    return typeof id === 'string' ? [id] : [];
  });
}
