import {
  findActiveYear,
  getAcademicYear,
  listAcademicYears,
} from '#app/domain/academic-years/read-academic-years.server.ts';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { readMatches } from '#app/domain/students/student-match-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type {
  ComparedList,
  ComparedPair,
  DuplicatePair,
  DuplicatePairsQuery,
} from '#app/schemas/duplicate-pair.ts';
import { countDuplicatePairs, readDuplicatePairs } from './warning-queries.server.ts';

/**
 * Returns the pairs of designations with students who may be on both lists (decisions, section 5), in the given year or
 * the active one, as of each list's last check. Only counts, so it records no disclosure. For administrators.
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when the year doesn't exist
 */
export async function listDuplicatePairs(
  ctx: Ctx,
  { academicYearId, ...page }: DuplicatePairsQuery,
): Promise<Listing<DuplicatePair>> {
  authorize(ctx.actor, 'designation.readWarnings');
  const year = await yearOf(ctx, academicYearId);
  if (year === null) return { items: [], total: 0 };
  const academicYear = { id: year.id, year: year.year };
  const pairs = await readDuplicatePairs(ctx, year.id, page);
  const isPaged = page.limit !== undefined || page.offset !== undefined;
  return {
    items: pairs.map((pair) => ({ ...pair, academicYear })),
    total: isPaged ? await countDuplicatePairs(ctx, year.id) : null,
  };
}

/**
 * Returns a page of pairs with the years to choose from.
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {NotFound} when the year doesn't exist
 */
export async function openDuplicatePairs(
  ctx: Ctx,
  query: DuplicatePairsQuery,
): Promise<{ year: AcademicYear | null; years: AcademicYear[]; pairs: DuplicatePair[]; total: number }> {
  authorize(ctx.actor, 'designation.readWarnings');
  const year = await yearOf(ctx, query.academicYearId);
  const { items, total } = await listDuplicatePairs(ctx, query);
  const { items: years } = await listAcademicYears(ctx);
  return { year, years: [...years], pairs: [...items], total: total ?? items.length };
}

type AcademicYear = DuplicatePair['academicYear'];

function yearOf(ctx: Ctx, id: string | undefined) {
  return id === undefined ? findActiveYear(ctx) : getAcademicYear(ctx, id);
}

/**
 * Returns two designations' lists side by side, with the matching students marked, and records a disclosure of both
 * lists. Without students if none match anymore. For administrators.
 * @throws {NotFound} when the actor may not see the designations, or they aren't two schools' of one year
 * @throws {Forbidden} for staff
 */
export async function openDuplicatePair(
  ctx: Ctx,
  { id, otherId }: { readonly id: string; readonly otherId: string },
): Promise<ComparedPair> {
  return inSnapshot(ctx, async (tx) => {
    const one = await loadDesignation(tx, id, 'designation.decide');
    const other = await loadDesignation(tx, otherId, 'designation.decide');
    if (id === otherId || one.academicYear.id !== other.academicYear.id) throw new NotFound();
    const positions = positionsOf(other);
    const pairs = (await readMatches(tx, id)).filter((match) => positions.has(match.otherId));
    const reversed = pairs.map(({ studentId, otherId }) => ({ studentId: otherId, otherId: studentId }));
    const { academicYear } = one;
    if (pairs.length === 0) return { academicYear, lists: [emptyList(one), emptyList(other)] };
    if (tx.headOnly !== true) {
      await recordDisclosure(tx, {
        purpose: 'students.compare',
        filter: { designationIds: [id, otherId] },
        studentIds: [...one.students, ...other.students].map((student) => student.id),
      });
    }
    return {
      academicYear,
      lists: [comparedList(one, pairs, positions), comparedList(other, reversed, positionsOf(one))],
    };
  });
}

interface Match {
  readonly studentId: string;
  readonly otherId: string;
}

function positionsOf({ students }: DesignationResponse): ReadonlyMap<string, number> {
  return new Map(students.map(({ id }, index) => [id, index + 1]));
}

function comparedList(
  designation: DesignationResponse,
  matches: readonly Match[],
  positions: ReadonlyMap<string, number>,
): ComparedList {
  const students = designation.students.map((student) => ({
    ...student,
    matches: matches.flatMap(({ studentId, otherId }) =>
      studentId === student.id ? (positions.get(otherId) ?? []) : [],
    ),
  }));
  return { ...emptyList(designation), students };
}

function emptyList({ id, status, highSchool }: DesignationResponse): ComparedList {
  return { id, status, highSchool, students: [] };
}
