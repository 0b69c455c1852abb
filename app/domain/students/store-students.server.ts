import type { RequiredEntityData } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';
import type { Designation } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/**
 * Makes of a locked designation's students `before` the students `after`, in their order: what is not among them goes, and of the
 * others only those are written that are new, changed, or at another place. Unchanged ones are the same objects as before.
 */
export function storeStudents(
  tx: Pick<Ctx, 'em'>,
  designation: Designation,
  { before, after }: { before: readonly StudentAnswer[]; after: readonly StudentAnswer[] },
): void {
  const stored = new Map(before.map((student) => [student.id, student]));
  after.forEach((student, position) => {
    const known = stored.get(student.id);
    stored.delete(student.id);
    if (known === undefined) tx.em.create(StudentEntity, { ...rowOf(student, position), designation });
    else if (known === student) tx.em.getReference(StudentEntity, student.id).position = position;
    else tx.em.assign(tx.em.getReference(StudentEntity, student.id), rowOf(student, position));
  });
  for (const id of stored.keys()) tx.em.remove(tx.em.getReference(StudentEntity, id));
}

function rowOf(
  {
    designationId: _d,
    address: { studentId: _s, ...address },
    createdAt,
    updatedAt,
    ...student
  }: StudentAnswer,
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
