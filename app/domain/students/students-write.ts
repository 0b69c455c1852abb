import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { STUDENT_COLUMNS, studentRowOf } from '#app/domain/students/student-rows.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

const COLUMNS = STUDENT_COLUMNS.join(', ');
const CHANGES = STUDENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ');

/**
 * Writes that make of a locked designation's students `before` the students `after`, in their order: what is not among them
 * goes, and of the others only those are written that are new or changed, which are other objects than before.
 */
export function studentsWrites(
  designationId: string,
  { before, after }: { before: readonly StudentAnswer[]; after: readonly StudentAnswer[] },
): SqlFragment[] {
  const stored = new Set(before);
  const places = after.map((student, place) => ({ student, place }));
  const written = places.filter(({ student }) => !stored.has(student));
  const kept = places.filter(({ student }) => stored.has(student));
  return [
    ...(before.length === 0 ? [] : [removal(designationId, after)]),
    ...(kept.length === 0 ? [] : [moves(designationId, kept)]),
    ...(written.length === 0 ? [] : [storing(written)]),
  ];
}

interface Placed {
  readonly student: StudentAnswer;
  readonly place: number;
}

function removal(designationId: string, after: readonly StudentAnswer[]): SqlFragment {
  return {
    sql: 'delete from student where designation_id = ? and id <> all(?::uuid[])',
    params: [designationId, arrayOf(after.map(({ id }) => id))],
  };
}

/** Gives the unchanged students their places, where they have moved. */
function moves(designationId: string, kept: readonly Placed[]): SqlFragment {
  return {
    sql: `update student set position = placed.position
            from unnest(?::uuid[], ?::int[]) as placed (id, position)
           where student.id = placed.id and student.designation_id = ? and student.position <> placed.position`,
    params: [
      arrayOf(kept.map(({ student }) => student.id)),
      arrayOf(kept.map(({ place }) => place)),
      designationId,
    ],
  };
}

function storing(written: readonly Placed[]): SqlFragment {
  return {
    sql: `insert into student (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::student, ?::json)
          on conflict (id) do update set ${CHANGES} where student.designation_id = excluded.designation_id`,
    params: [JSON.stringify(written.map(({ student, place }) => studentRowOf(student, place)))],
  };
}

/** Ids or numbers as PostgreSQL reads an array. */
function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
