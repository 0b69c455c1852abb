import type { Ctx } from '#app/domain/ctx.server.ts';
import { studentResponse } from '#app/domain/designations/get-designation.server.ts';
import { differingFields, studentContent } from '#app/domain/students/student-content.ts';
import type { ListedStudent } from './listed-student.ts';
import type { ListedDesignation } from './read-designation-list.server.ts';
import { METHOD_NAMES } from '#app/schemas/designation-fields.ts';
import {
  DESIGNATION_IMPORT_FIELDS,
  type DesignationImportField,
  STUDENT_IMPORT_FIELDS,
} from '#app/schemas/designation-import.ts';
import { FULL_NAME, NAME_PARTS } from '#app/schemas/student-csv-columns.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/** A designation of a list with the records that it refers to. */
export interface ResolvedDesignation extends ListedDesignation {
  readonly highSchoolId: string;
  readonly academicYearId: string;
  readonly submittedById: string;
}

/** The columns of a list, by field. */
type Columns = ReadonlyMap<DesignationImportField, string>;

const UNTRACKED = { disableIdentityMap: true } as const;
/** Designations whose students are read at a time. */
const BATCH_SIZE = 200;
const IDS_BATCH_SIZE = 5_000;

/**
 * Returns the listed designations whose school already has one for the year, and the fields in which both differ, without their
 * values. Only compares what the list has columns for.
 */
export async function findExisting(
  { em }: Pick<Ctx, 'em'>,
  listed: readonly ResolvedDesignation[],
  columns: Columns,
): Promise<ReadonlyMap<ResolvedDesignation, readonly string[]>> {
  const years = [...new Set(listed.map(({ academicYearId }) => academicYearId))];
  const stored = await em.find(DesignationEntity, { academicYear: { $in: years } }, UNTRACKED);
  const byTarget = new Map(
    stored.map((one) => [targetOf(one.highSchool.id, one.academicYear.id), one] as const),
  );
  const pairs = listed.flatMap((one) => {
    const existing = byTarget.get(targetOf(one.highSchoolId, one.academicYearId));
    return existing === undefined ? [] : [{ one, existing }];
  });
  const found = new Map<ResolvedDesignation, readonly string[]>();
  for (let from = 0; from < pairs.length; from += BATCH_SIZE) {
    const some = pairs.slice(from, from + BATCH_SIZE);
    const students = await em.find(
      StudentEntity,
      { designation: { $in: some.map(({ existing }) => existing.id) } },
      { orderBy: { position: 'asc', id: 'asc' }, ...UNTRACKED },
    );
    const lists = new Map<string, Student[]>(some.map(({ existing }) => [existing.id, []]));
    for (const student of students) lists.get(student.designation.id)?.push(student);
    for (const { one, existing } of some) {
      found.set(one, [
        ...differingFacts(one, existing, columns),
        ...(hasSameStudents(one.students, lists.get(existing.id) ?? [], columns) ? [] : ['students']),
      ]);
    }
  }
  return found;
}

function targetOf(highSchoolId: string, academicYearId: string): string {
  return `${highSchoolId} ${academicYearId}`;
}

function differingFacts(
  { facts, submittedById }: ResolvedDesignation,
  stored: Designation,
  columns: Columns,
): string[] {
  const pairs: readonly (readonly [DesignationImportField, unknown, unknown])[] = [
    ...METHOD_NAMES.map((name) => [name, facts[name] ?? '', stored[name] ?? ''] as const),
    ['submittedByEmail', submittedById, stored.submittedBy.id],
    ['acceptedTermsAt', secondOf(facts.acceptedTermsAt), secondOf(stored.acceptedTermsAt)],
    ['acceptedTermsVersion', facts.acceptedTermsVersion, stored.acceptedTermsVersion],
    ['reasons', facts.reasons.join(), stored.reasons.join()],
    ['note', facts.note ?? '', stored.note ?? ''],
  ];
  const differing = pairs.filter(([field, one, other]) => columns.has(field) && one !== other);
  return [
    ...(facts.status === stored.status ? [] : ['status']),
    ...differing.map(([field]) => columns.get(field) ?? field),
  ];
}

/** Exports have whole seconds. */
function secondOf(at: string | Date | null | undefined): number | null {
  return at == null ? null : Math.floor(new Date(at).getTime() / 1000);
}

function hasSameStudents(
  listed: readonly ListedStudent[],
  stored: readonly Student[],
  columns: Columns,
): boolean {
  if (!STUDENT_IMPORT_FIELDS.some((field) => columns.has(field))) return true;
  const contents = stored.map((student) => studentResponse(student, student.designation.id));
  // A row whose student cells are all empty has no student.
  const others =
    listed.length === contents.length
      ? contents
      : contents.filter((content) =>
          Object.entries(studentContent(content)).some(
            ([field, value]) => value !== '' && value !== false && isListed(field, columns),
          ),
        );
  return (
    listed.length === others.length &&
    listed.every(({ content }, index) => {
      const other = others[index];
      if (other === undefined) return false;
      // A ZIP code may include the ZIP+4, which then needs no column.
      return !differingFields(content, other).some(
        (field) => isListed(field, columns) || (field === 'address.zip4' && content.address.zip4 !== ''),
      );
    })
  );
}

/** Returns whether the list has a column for a field of `studentContent`. */
function isListed(field: string, columns: Columns): boolean {
  const name = DESIGNATION_IMPORT_FIELDS.find((known) => known === field.replace(/^address\./, ''));
  if (name === undefined) return false;
  return columns.has(name) || (columns.has(FULL_NAME) && NAME_PARTS.some((part) => part === name));
}

/** Returns which of the listed IDs of designations and students are already used. */
export async function findUsedIds(
  { em }: Pick<Ctx, 'em'>,
  adding: readonly ResolvedDesignation[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const designationIds = adding.flatMap(({ facts }) => facts.id ?? []);
  const studentIds = adding.flatMap(({ students }) => students.flatMap(({ id }) => id ?? []));
  for (const id of inBatches(designationIds)) {
    const found = await em.find(DesignationEntity, { id }, { fields: ['id'], ...UNTRACKED });
    for (const one of found) used.add(one.id);
  }
  for (const id of inBatches(studentIds)) {
    const found = await em.find(StudentEntity, { id }, { fields: ['id'], ...UNTRACKED });
    for (const one of found) used.add(one.id);
  }
  return used;
}

function* inBatches(ids: readonly string[]): Generator<{ $in: string[] }, void> {
  for (let from = 0; from < ids.length; from += IDS_BATCH_SIZE) {
    yield { $in: ids.slice(from, from + IDS_BATCH_SIZE) };
  }
}
