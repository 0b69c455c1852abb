import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { HttpClient } from '#tests/bench/support/http-client.ts';
import { benchStudent } from '#tests/bench/support/submission.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';

const STUDENTS = 20;

/** A designation whose list is saved again and again, all its students with the mark of the save as their first name. */
export interface MarkedList {
  readonly id: string;
  readonly counselorId: string;
  /** The mark of the last save that was answered with success; '' before the first. */
  saved: string;
  /** The marks of saves without such an answer since then: whether they were stored is not known. */
  unsure: string[];
}

/** What the database holds of a list against what its savers know. */
export interface Verdict {
  readonly isMixed: boolean;
  readonly isLost: boolean;
}

/** So many designations, each of a school and a counselor of its own. */
export async function makeMarkedLists(app: BenchApp, count: number): Promise<MarkedList[]> {
  const { id: academicYearId } = await makeYear(app.orm);
  const lists: MarkedList[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id: highSchoolId } = await makeSchool(app.orm);
    const { user } = await makeCounselor(app.orm, [highSchoolId]);
    const { id } = await makeDesignation(app.orm, {
      ...{ highSchoolId, academicYearId, submittedById: user.id, classSize: STUDENTS * 10 },
    });
    lists.push({ id, counselorId: user.id, saved: '', unsure: [] });
  }
  return lists;
}

/** A name of letters alone, another one for each number. */
export function markOf(number: number): string {
  return `M${number.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)))}`;
}

/** Replaces the whole list. False where that was not answered with success. */
export async function saveMarked(client: HttpClient, list: MarkedList, mark: string): Promise<boolean> {
  list.unsure.push(mark);
  const students = Array.from({ length: STUDENTS }, (_, place) => ({ ...benchStudent(place), first: mark }));
  const answer = await client
    .send('PATCH', `/api/designations/${list.id}`, { body: { students } })
    .catch(() => null);
  if (answer?.status !== 200) return false;
  list.saved = mark;
  list.unsure = [];
  return true;
}

/** Reads a list as it is stored. What it holds is what is known from now on. */
export async function judge(app: BenchApp, list: MarkedList): Promise<Verdict> {
  const rows = await app.rows<{ first: string; n: number }>(
    'select s.first, count(*)::int as n from student s where s.designation_id = ? group by s.first',
    [list.id],
  );
  const [only, ...others] = rows;
  const mark = only?.first ?? '';
  const isMixed = others.length > 0 || (only !== undefined && only.n !== STUDENTS);
  const isLost = mark !== list.saved && !list.unsure.includes(mark);
  Object.assign(list, { saved: mark, unsure: [] });
  return { isMixed, isLost };
}
