import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { HttpClient } from '#tests/bench/support/http-client.ts';
import { benchStudent } from '#tests/bench/support/submission.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';

const STUDENTS = 20;

/** A designation whose list is saved repeatedly. All students have the save's mark as their first name. */
export interface MarkedList {
  readonly id: string;
  readonly counselorId: string;
  /** The mark of the last acknowledged save. Empty before the first. */
  saved: string;
  /** Marks of later saves that weren't acknowledged and may or may not be stored. */
  unsure: string[];
}

/** Compares a stored list with its acknowledged saves. */
export interface Verdict {
  readonly isMixed: boolean;
  readonly isLost: boolean;
}

/** Makes this many designations, each with its own school and counselor. */
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

/** A unique name per number, in letters only. */
export function markOf(number: number): string {
  return `M${number.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)))}`;
}

/** Replaces the whole list. Returns whether the save was acknowledged. */
export async function saveMarked(client: HttpClient, list: MarkedList, mark: string): Promise<boolean> {
  list.unsure.push(mark);
  const students = Array.from({ length: STUDENTS }, (_, index) => ({ ...benchStudent(index), first: mark }));
  const response = await client
    .send('PATCH', `/api/designations/${list.id}`, { body: { students } })
    .catch(() => null);
  if (response?.status !== 200) return false;
  list.saved = mark;
  list.unsure = [];
  return true;
}

/** Reads a stored list and uses it as the known state from then on. */
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
