import { differingFields } from '#app/domain/students/student-content.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

/** What happened to a list of students, in numbers, ids and names of fields: fit for an event, which holds no values. */
export interface StudentChanges {
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/** The changes from one list to another; null where both are the same students in the same order. */
export function studentChanges(
  before: readonly StudentAnswer[],
  after: readonly StudentAnswer[],
): StudentChanges | null {
  const stored = new Map(before.map((student) => [student.id, student]));
  const left = new Set(after.map((student) => student.id));
  const changed = after.flatMap((student) => {
    const known = stored.get(student.id);
    const fields = known === undefined ? [] : differingFields(known, student);
    return fields.length === 0 ? [] : [{ id: student.id, fields }];
  });
  const isSameOrder =
    before.length === after.length && after.every((student, place) => student.id === before[place]?.id);
  if (isSameOrder && changed.length === 0) return null;
  return {
    from: before.length,
    to: after.length,
    added: after.filter(({ id }) => !stored.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !left.has(id)).map(({ id }) => id),
    changed,
  };
}
