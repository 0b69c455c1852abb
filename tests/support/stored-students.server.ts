import { DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';

/** Returns the stored students of a school's designations, in order. */
export function studentsOf(orm: Orm, school: { id: string }): Promise<Student[]> {
  return orm.em
    .fork()
    .find(StudentEntity, { designation: { highSchool: school.id } }, { orderBy: { position: 'asc' } });
}

/** Changes a student and the designation's version without an event. */
export async function changeStudentElsewhere(
  orm: Orm,
  id: string,
  change: Partial<Pick<Student, 'first' | 'preferred'>>,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const { designation } = await em.findOneOrFail(StudentEntity, { id }, { populate: ['designation'] });
    await em.nativeUpdate(StudentEntity, { id }, change);
    await em.nativeUpdate(DesignationEntity, { id: designation.id }, { version: designation.version + 1 });
  });
}
