import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { readDesignation, type DesignationWithStudents } from './designation-queries.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { hasAcceptedTerms } from '#app/domain/settings/terms.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import { type DesignationResponse, DesignationFactsSchema } from '#app/schemas/designation.ts';
import { type StudentResponse, StudentResponseSchema } from '#app/schemas/student.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/** The ability that the reader needs. */
type Purpose = 'designation.read' | 'designation.decide' | 'designation.message';

/**
 * Returns a designation with its students and records the disclosure in the same transaction (specification,
 * section 7).
 * @throws {NotFound} when the actor may not see it
 * @throws {Forbidden} when the actor lacks `purpose`
 */
export async function getDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationResponse> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id, purpose);
    await discloseStudents(tx, 'designation.read', designation);
    return designation;
  });
}

/**
 * Like `getDesignation`, but records no disclosure: the caller must do so or return no students.
 * @throws {NotFound} when it doesn't exist
 */
export async function loadDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationResponse> {
  const found = await readDesignation(ctx, id);
  const subject = { highSchoolId: found?.designation.highSchool.id ?? '' };
  authorizeToSee(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, purpose, subject);
  if (found === null) throw new NotFound();
  return designationResponse(ctx, found.designation, found.students);
}

/** Reads these designations with their students. The caller has checked the permission. */
export async function findWithStudents(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly string[],
): Promise<DesignationWithStudents[]> {
  const designations = await em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    { populate: ['highSchool', 'academicYear', 'submittedBy'], disableIdentityMap: true },
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

/**
 * Returns a designation with its students, in list order, as a response. Until it is submitted, only the current terms
 * count as accepted.
 */
export function designationResponse(
  { settings }: Pick<Ctx, 'settings'>,
  designation: DesignationWithStudents['designation'],
  students: DesignationWithStudents['students'],
): DesignationResponse {
  const item = DesignationFactsSchema.parse({
    ...designation,
    highSchoolId: designation.highSchool.id,
    acceptedTermsAndConditions: hasAcceptedTerms(designation, settings.terms.version),
  });
  return {
    ...item,
    version: designation.version,
    students: students.map((student) => studentResponse(student, item.id)),
  };
}

/** Returns a student as a response; a draft's missing birth date is ''. */
export function studentResponse(
  student: DesignationWithStudents['students'][number],
  designationId: string,
): StudentResponse {
  return StudentResponseSchema.parse({
    ...student,
    designationId,
    dateOfBirth: student.dateOfBirth ?? '',
    address: { ...student.address, studentId: student.id },
  });
}
