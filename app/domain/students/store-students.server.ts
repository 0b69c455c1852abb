import type { RequiredEntityData } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { differingFields } from './student-content.ts';
import type { StudentResponse } from '#app/schemas/student.ts';
import type { Designation } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/**
 * Replaces a locked designation's students `before` with `after`, in order. Inserts new ones, and changes the others
 * with the next flush, unless they are the same objects as before at the same position.
 */
export async function storeStudents(
  tx: Pick<Ctx, 'em'>,
  designation: Designation,
  { before, after }: { before: readonly StudentResponse[]; after: readonly StudentResponse[] },
): Promise<void> {
  const stored = new Map(before.map((student) => [student.id, student]));
  const added: RequiredEntityData<Student>[] = [];
  after.forEach((student, position) => {
    const known = stored.get(student.id);
    stored.delete(student.id);
    if (known === undefined) added.push(newRow(student, position, designation));
    else if (known === student) tx.em.getReference(StudentEntity, student.id).position = position;
    else tx.em.assign(tx.em.getReference(StudentEntity, student.id), rowOf(student, position));
  });
  for (const id of stored.keys()) tx.em.remove(tx.em.getReference(StudentEntity, id));
  await tx.em.insertMany<Student>(StudentEntity, added);
}

/** A new student for `insertMany`, which is much faster than entities and takes an embedded address field by field. */
function newRow(
  student: StudentResponse,
  position: number,
  { id }: Designation,
): RequiredEntityData<Student> {
  const { address, ...row } = rowOf(student, position);
  const fields: Record<string, string | null> = {};
  for (const [name, value] of Object.entries<string | null>(address)) fields[`address_${name}`] = value;
  return { ...row, ...fields, designation: id } as RequiredEntityData<Student>;
}

function rowOf(
  {
    designationId: _d,
    address: { studentId: _s, ...address },
    createdAt,
    updatedAt,
    ...student
  }: StudentResponse,
  position: number,
): Omit<RequiredEntityData<Student>, 'designation'> {
  return {
    ...student,
    address,
    position,
    dateOfBirth: student.dateOfBirth || null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/**
 * Summarizes the changes between two lists for an event: counts, ids, and field names, without values.
 * Returns null for the same students in the same order.
 */
export function studentChanges(
  before: readonly StudentResponse[],
  after: readonly StudentResponse[],
): Readonly<Record<string, unknown>> | null {
  const stored = new Map(before.map((student) => [student.id, student]));
  const left = new Set(after.map((student) => student.id));
  const changed = after.flatMap((student) => {
    const known = stored.get(student.id);
    const fields = known === undefined ? [] : differingFields(known, student);
    return fields.length === 0 ? [] : [{ id: student.id, fields }];
  });
  const isSameOrder =
    before.length === after.length && after.every((student, index) => student.id === before[index]?.id);
  if (isSameOrder && changed.length === 0) return null;
  return {
    from: before.length,
    to: after.length,
    added: after.filter(({ id }) => !stored.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !left.has(id)).map(({ id }) => id),
    changed,
  };
}
