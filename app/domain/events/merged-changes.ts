import { HISTORY_FIELDS } from '#app/messages/field-labels.ts';
import { isRecord } from '#app/lib/records.ts';
import type { StudentCounts, ValueChange } from '#app/schemas/timeline.ts';

export interface MergedChanges {
  readonly fields: Record<string, ValueChange>;
  readonly students: StudentCounts | null;
}

/** Merges consecutive changes, oldest first. Changes that were undone are omitted. */
export function mergedChanges(changes: readonly Readonly<Record<string, unknown>>[]): MergedChanges {
  const fields: Record<string, ValueChange> = {};
  for (const field of HISTORY_FIELDS) {
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
