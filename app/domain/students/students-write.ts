import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { STUDENT_COLUMNS, studentRowOf } from '#app/domain/students/student-rows.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

const COLUMNS = STUDENT_COLUMNS.join(', ');
const CHANGES = STUDENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ');

/** Writes that make these the students of a designation, in this order: what is not among them goes. */
export function studentsWrites(designationId: string, students: readonly StudentAnswer[]): SqlFragment[] {
  const rows = JSON.stringify(students.map(studentRowOf));
  return [
    {
      sql: `delete from student where designation_id = ?
              and id not in (select id from json_populate_recordset(null::student, ?::json))`,
      params: [designationId, rows],
    },
    {
      sql: `insert into student (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::student, ?::json)
            on conflict (id) do update set ${CHANGES} where student.designation_id = excluded.designation_id`,
      params: [rows],
    },
  ];
}
