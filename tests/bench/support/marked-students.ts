import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import {
  makeDesignation,
  type MadeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import type { StudentInput } from '#app/schemas/student.ts';

/** The mark in every name, address, and email of a marked student. */
const MARK = /zqm\d{4}x/gi;

let marks = 0;

/** A student with a unique mark in every field that can contain one. */
export function markedStudent(given: Partial<StudentInput> = {}): { mark: string; student: StudentInput } {
  const mark = `zqm${String((marks += 1)).padStart(4, '0')}x`;
  const student = studentInput({
    ...{ first: `First${mark}`, middle: `Mid${mark}`, last: `Last${mark}`, preferred: `Pref${mark}` },
    ...{ email: `${mark}@x.example.org`, parentEmail: `parent${mark}@x.example.org` },
    ...given,
  });
  return { mark, student: { ...student, address: { ...student.address, address1: `1 ${mark} Street` } } };
}

/** The distinct marks in a text. */
export function marksIn(text: string): Set<string> {
  return new Set([...text.matchAll(MARK)].map(([mark]) => mark.toLowerCase()));
}

/** Schools with designations in every state, whose students are marked, and the users who may read them. */
export interface MarkedScene {
  readonly year: { readonly id: string };
  /** Schools of the staff. */
  readonly schoolIds: readonly string[];
  /** Designations for the staff's schools. The third was returned and submitted again with another student. */
  readonly designations: Readonly<Record<'started' | 'pending' | 'returned', MadeDesignation>>;
  /** A designation of another school in the same year, with a student who is also on the list of `pending`. */
  readonly other: MadeDesignation;
  readonly templateId: string;
  /** Student ids by mark. */
  readonly studentOf: ReadonlyMap<string, string>;
  makeStaff(): Promise<MadeUser>;
  makeAdmin(): Promise<MadeUser>;
}

export async function markedScene(app: BenchApp): Promise<MarkedScene> {
  const { orm } = app;
  const year = await makeYear(orm);
  const { user: founder } = await makeCounselor(orm, []);
  const studentOf = new Map<string, string>();
  const schoolIds: string[] = [];
  const designate = async (status: MadeDesignation['status'], shared: Partial<StudentInput> = {}) => {
    const { id: highSchoolId } = await makeSchool(orm);
    const students = [markedStudent(shared), markedStudent()];
    const made = await makeDesignation(orm, {
      ...{ highSchoolId, academicYearId: year.id, submittedById: founder.id, status, classSize: 20 },
      ...{ criteria: 'CUMULATIVE_GPA', students: students.map(({ student }) => student) },
    });
    for (const [at, { mark }] of students.entries()) studentOf.set(mark, made.students[at]?.id ?? '');
    return made;
  };
  const twin = { last: 'Twin', first: 'Twin', dateOfBirth: '2009-05-17' };
  const designations = {
    started: await designate('STARTED'),
    pending: await designate('PENDING', twin),
    returned: await designate('PENDING'),
  };
  for (const made of Object.values(designations)) schoolIds.push(made.highSchoolId);
  const other = await designate('APPROVED', twin);
  const people = {
    makeAdmin: () => makeAdmin(orm),
    makeStaff: async () => {
      const user = await makeUser(orm);
      for (const highSchoolId of schoolIds) await makeStaff(orm, { highSchoolId, userId: user.id });
      return user;
    },
  };
  await returnAndResubmit(app, designations.returned, people, studentOf);
  const templateId = await makeTemplate(orm, { name: 'News', subject: 'News' });
  return { year, schoolIds, designations, other, templateId, studentOf, ...people };
}

/** Makes a student that is no longer on the list, which administrators still see. */
async function returnAndResubmit(
  app: BenchApp,
  { id, students }: MadeDesignation,
  people: Pick<MarkedScene, 'makeAdmin' | 'makeStaff'>,
  studentOf: Map<string, string>,
): Promise<void> {
  const office = await app.callerOf((await people.makeAdmin()).id);
  await office.send('PATCH', `/api/designations/${id}`, { body: { status: 'RETURNED' } });
  const school = await app.callerOf((await people.makeStaff()).id);
  const [first] = students;
  const { mark, student } = markedStudent();
  const { id: _id, designationId: _designationId, ...contents } = first ?? { id: '', designationId: '' };
  const body = { status: 'PENDING', students: [{ ...contents, id: first?.id }, student] };
  const response = await school.send('PATCH', `/api/designations/${id}`, { body });
  if (response.status !== 200) throw new Error(`The resubmission was refused: ${response.body}`);
  const [row] = await app.rows<{ id: string }>('select id from student where email = ?', [student.email]);
  studentOf.set(mark, row?.id ?? '');
}
