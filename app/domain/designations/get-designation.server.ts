import type { EntityManager } from '@mikro-orm/postgresql';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import { type DesignationAnswer, DesignationListItemSchema } from '#app/schemas/designation.ts';
import { type StudentAnswer, StudentAnswerSchema } from '#app/schemas/student.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/** What a designation is read for: to be seen, or for what only administrators do. */
type Purpose = 'designation.read' | 'designation.decide';

/**
 * One designation with its students (specification, section 7). That its students are read is recorded in
 * the same transaction. Throws NotFound for ids the actor may not know, Forbidden where they may not do what it is for.
 */
export async function getDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationAnswer> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id, purpose);
    await discloseStudents(tx, 'designation.read', designation);
    return designation;
  });
}

/**
 * Like `getDesignation` without a disclosure: the caller returns no students, or records it.
 * Reads two statements, so call it in `inSnapshot`.
 */
export async function loadDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationAnswer> {
  const designation = await ctx.em.findOne(
    DesignationEntity,
    { id },
    { populate: ANSWERED_RELATIONS, disableIdentityMap: true },
  );
  const subject = { highSchoolId: designation?.highSchool.id ?? '' };
  authorizeToKnow(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, purpose, subject);
  if (designation === null) throw new NotFound();
  return designationAnswer(designation, await findStudents(ctx.em, id, { disableIdentityMap: true }));
}

/** The students of a designation, in the order of its list. */
export function findStudents(
  em: EntityManager,
  designationId: string,
  options: { readonly disableIdentityMap?: boolean } = {},
): Promise<Student[]> {
  const orderBy = { position: 'asc', id: 'asc' } as const;
  return em.find(StudentEntity, { designation: designationId }, { orderBy, ...options });
}

/** The relations that an answer names. */
export const ANSWERED_RELATIONS = ['highSchool', 'academicYear', 'submittedBy'] as const;

/** A designation's own fields, with the names of its relations. */
type NamedDesignation = Omit<Designation, (typeof ANSWERED_RELATIONS)[number]> &
  Pick<DesignationAnswer, (typeof ANSWERED_RELATIONS)[number]>;

/** A designation with its students, in their order, as responses show it. */
export function designationAnswer(
  designation: NamedDesignation,
  students: readonly Student[],
): DesignationAnswer {
  const item = DesignationListItemSchema.parse({
    ...designation,
    highSchoolId: designation.highSchool.id,
    acceptedTermsAndConditions: designation.acceptedTermsAt !== null,
  });
  return { ...item, version: designation.version, students: students.map(studentAnswer) };
}

/** A student as answers show it; a birth date that a draft does not have yet is ''. */
export function studentAnswer(student: Student): StudentAnswer {
  return StudentAnswerSchema.parse({
    ...student,
    designationId: student.designation.id,
    dateOfBirth: student.dateOfBirth ?? '',
    address: { ...student.address, studentId: student.id },
  });
}
