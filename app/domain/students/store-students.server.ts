import type { Ctx } from '#app/domain/ctx.server.ts';
import { STUDENT_COLUMNS, studentRowOf } from '#app/domain/students/student-rows.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

const COLUMNS = STUDENT_COLUMNS.join(', ');
const CHANGES = STUDENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ');

/** Makes these the students of a designation, in this order, in one statement: what is not among them goes. */
export async function storeStudents(
  ctx: Ctx,
  designationId: string,
  students: readonly StudentAnswer[],
): Promise<void> {
  await ctx.em.execute(
    `with incoming as (select * from json_populate_recordset(null::student, ?::json)),
          gone as (delete from student where designation_id = ? and id not in (select id from incoming))
     insert into student (${COLUMNS}) select ${COLUMNS} from incoming
     on conflict (id) do update set ${CHANGES} where student.designation_id = excluded.designation_id`,
    [JSON.stringify(students.map(studentRowOf)), designationId],
  );
}
