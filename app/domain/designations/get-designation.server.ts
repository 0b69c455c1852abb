import type { EntityManager } from '@mikro-orm/postgresql';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { hasAcceptedTerms } from '#app/domain/settings/terms.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import { type DesignationAnswer, DesignationFactsSchema } from '#app/schemas/designation.ts';
import { type StudentAnswer, StudentAnswerSchema } from '#app/schemas/student.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/** The ability that the reader needs. */
type Purpose = 'designation.read' | 'designation.decide' | 'designation.message';

/**
 * Returns a designation with its students and records the disclosure in the same transaction (specification,
 * section 7). Throws NotFound when the actor may not know it, Forbidden when they lack `purpose`.
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
 * Like `getDesignation`, but records no disclosure: the caller must do so or return no students.
 * Runs two queries, so call it in `inSnapshot`.
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
  return designationAnswer(ctx, designation, await findStudents(ctx.em, id, { disableIdentityMap: true }));
}

/** Returns a designation's students in list order. */
export function findStudents(
  em: EntityManager,
  designationId: string,
  options: { readonly disableIdentityMap?: boolean } = {},
): Promise<Student[]> {
  const orderBy = { position: 'asc', id: 'asc' } as const;
  return em.find(StudentEntity, { designation: designationId }, { orderBy, ...options });
}

/** A designation with its students in list order, for `designationAnswer`. */
interface WithStudents {
  readonly designation: NamedDesignation;
  readonly students: readonly Student[];
}

/** Reads these designations with their students. The caller has checked the permission. */
export async function findWithStudents(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly string[],
): Promise<WithStudents[]> {
  const designations = await em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    { populate: ANSWERED_RELATIONS, disableIdentityMap: true },
  );
  const students = await em.find(
    StudentEntity,
    { designation: { $in: [...ids] } },
    { orderBy: { position: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const lists = new Map<string, Student[]>(ids.map((id) => [id, []]));
  for (const student of students) lists.get(student.designation.id)?.push(student);
  return designations.map((designation) => ({ designation, students: lists.get(designation.id) ?? [] }));
}

/** The relations that responses include by name. */
const ANSWERED_RELATIONS = ['highSchool', 'academicYear', 'submittedBy'] as const;

/** A designation's own fields and its relations' names. */
type NamedDesignation = Omit<Designation, (typeof ANSWERED_RELATIONS)[number]> &
  Pick<DesignationAnswer, (typeof ANSWERED_RELATIONS)[number]>;

/**
 * Returns a designation with its students, in list order, as a response. Until it is submitted, only the current terms
 * count as accepted.
 */
export function designationAnswer(
  { settings }: Pick<Ctx, 'settings'>,
  designation: NamedDesignation,
  students: readonly Student[],
): DesignationAnswer {
  const item = DesignationFactsSchema.parse({
    ...designation,
    highSchoolId: designation.highSchool.id,
    acceptedTermsAndConditions: hasAcceptedTerms(designation, settings.terms.version),
  });
  return { ...item, version: designation.version, students: students.map(studentAnswer) };
}

/** Returns a student as a response; a draft's missing birth date is ''. */
export function studentAnswer(student: Student): StudentAnswer {
  return StudentAnswerSchema.parse({
    ...student,
    designationId: student.designation.id,
    dateOfBirth: student.dateOfBirth ?? '',
    address: { ...student.address, studentId: student.id },
  });
}
