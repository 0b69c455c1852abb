import { type AddressRow, addressOfRow } from '#app/domain/address-row.ts';
import { toIso } from '#app/domain/instants.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

/** The students of designation `d`, in the order of its list, as one JSON column: one statement reads a whole designation. */
export const STUDENTS_COLUMN = `coalesce((
    select json_agg(row_to_json(s) order by s.position, s.id) from student s where s.designation_id = d.id
  ), '[]'::json) as students`;

/** A student's row, named as in the table. */
export interface StudentRow extends AddressRow {
  id: string;
  designation_id: string;
  first: string;
  middle: string;
  last: string;
  preferred: string;
  date_of_birth: string | null;
  twin: boolean;
  phone: string;
  email: string;
  parent_email: string;
  created_at: string;
  updated_at: string;
}

/** A student's row at its place in the list. */
export interface PlacedStudentRow extends StudentRow {
  position: number;
}

/** The columns that are stored with a student. */
export const STUDENT_COLUMNS = [
  'id',
  'designation_id',
  'position',
  'first',
  'middle',
  'last',
  'preferred',
  'date_of_birth',
  'twin',
  'phone',
  'email',
  'parent_email',
  'address_id',
  'address_address1',
  'address_address2',
  'address_city',
  'address_state',
  'address_zip5',
  'address_zip4',
  'address_firm_name',
  'address_urbanization',
  'address_status',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PlacedStudentRow)[];

/** A row as answers show it; a birth date that a draft does not have yet is ''. */
export function studentAnswerOf(row: StudentRow): StudentAnswer {
  return {
    id: row.id,
    designationId: row.designation_id,
    first: row.first,
    middle: row.middle,
    last: row.last,
    preferred: row.preferred,
    dateOfBirth: row.date_of_birth ?? '',
    twin: row.twin,
    phone: row.phone,
    email: row.email,
    parentEmail: row.parent_email,
    address: { ...addressOfRow(row), studentId: row.id },
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

/** The row of an answer at a place of its list: what `studentsWrites` stores. */
export function studentRowOf(student: StudentAnswer, position: number): PlacedStudentRow {
  return {
    id: student.id,
    designation_id: student.designationId,
    position,
    first: student.first,
    middle: student.middle,
    last: student.last,
    preferred: student.preferred,
    date_of_birth: student.dateOfBirth === '' ? null : student.dateOfBirth,
    twin: student.twin,
    phone: student.phone,
    email: student.email,
    parent_email: student.parentEmail,
    address_id: student.address.id,
    address_address1: student.address.address1,
    address_address2: student.address.address2,
    address_city: student.address.city,
    address_state: student.address.state,
    address_zip5: student.address.zip5,
    address_zip4: student.address.zip4,
    address_firm_name: student.address.firmName,
    address_urbanization: student.address.urbanization,
    address_status: student.address.status,
    created_at: student.createdAt,
    updated_at: student.updatedAt,
  };
}
