import type { Ctx } from '#app/domain/ctx.server.ts';
import { type CheckedStudent, studentWarnings } from './student-warnings.ts';
import { loadZipCodes } from './zip-codes.server.ts';
import type { WarnedReader } from '#app/messages/student-warning-messages.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { StudentDraft } from '#app/schemas/student.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { StudentEntity } from '#db/entities/student.ts';

interface Warned extends Pick<DesignationResponse, 'highSchoolId'> {
  readonly academicYear: Pick<DesignationResponse['academicYear'], 'year'>;
  readonly students: readonly CheckedStudent[];
}

/**
 * Returns warnings about a designation's students that often lead to a return, from this school's own staff and lists,
 * without data of the earlier list. They never block: after a failure, which is logged, there are none.
 * @throws {NotFound} when the actor may not see the designation
 */
export async function findStudentWarnings(
  ctx: Ctx,
  designation: Warned,
  reader: WarnedReader,
): Promise<StudentWarnings> {
  const { highSchoolId, students } = designation;
  authorizeToSee(ctx.actor, 'designation.read', { highSchoolId });
  if (students.length === 0) return {};
  try {
    return await findWarnings(ctx, designation, reader);
  } catch (error) {
    ctx.log.error(
      { err: error, highSchoolId },
      "the warnings about a designation's students couldn't be determined",
    );
    return {};
  }
}

/**
 * Returns the warnings about students who aren't stored like this yet, such as changes of a PENDING designation, by
 * index. Stores nothing, and records no disclosure: the caller sent the students.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} for administrators not on the staff
 */
export async function findUnsavedWarnings(
  ctx: Ctx,
  { id, students }: { readonly id: string; readonly students: readonly StudentDraft[] },
): Promise<(readonly string[])[]> {
  const designation = await ctx.em.findOne(
    DesignationEntity,
    { id },
    { fields: ['highSchool', 'academicYear.year'], disableIdentityMap: true },
  );
  const subject = { highSchoolId: designation?.highSchool.id ?? '' };
  authorizeToSee(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, 'designation.editDraft', subject);
  if (designation === null) throw new NotFound();
  const checked = students.map((student, index) => ({ ...student, id: String(index) }));
  const { year } = designation.academicYear;
  const found = await findStudentWarnings(
    ctx,
    { ...subject, academicYear: { year }, students: checked },
    'school',
  );
  return checked.map((student) => found[student.id] ?? []);
}

async function findWarnings(ctx: Ctx, designation: Warned, reader: WarnedReader): Promise<StudentWarnings> {
  const { highSchoolId, academicYear, students } = designation;
  const zipCodes = await loadZipCodes();
  const year = academicYear.year - 1;
  return studentWarnings(students, {
    reader,
    zipWarning: zipCodes.warning,
    staffEmails: await findStaffEmails(ctx, highSchoolId),
    earlier: { year, students: await findApprovedStudents(ctx, highSchoolId, year) },
  });
}

async function findStaffEmails({ em }: Ctx, highSchoolId: string): Promise<string[]> {
  const staff = await em.find(
    HighSchoolStaffEntity,
    { highSchool: highSchoolId },
    { fields: ['user.email'], disableIdentityMap: true },
  );
  return staff.map(({ user }) => user.email);
}

function findApprovedStudents({ em }: Ctx, highSchoolId: string, year: number) {
  return em.find(
    StudentEntity,
    { designation: { highSchool: highSchoolId, status: 'APPROVED', academicYear: { year } } },
    { fields: ['first', 'last', 'dateOfBirth', 'email'], disableIdentityMap: true },
  );
}
