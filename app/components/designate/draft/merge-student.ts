import {
  asStored,
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  isSameValue,
} from '#app/lib/students/draft-students.ts';

export type Side = 'mine' | 'theirs';

/** One thing as the two sides of a merge have it. */
export interface Versions<Value> {
  /** What both sides began with. */
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
  /** What of mine was sent to be saved without an answer, if anything was: theirs may have begun with that. */
  readonly sent?: Value | undefined;
}

/** What a person decided of conflicts, by their names. */
export type Choices = ReadonlyMap<string, Side>;

/**
 * The side that changed something, either where neither or both alike did, and undefined where both changed it differently. What
 * theirs has as it was sent is not their change; what was sent and then theirFields back is one of mine.
 */
export function sideOf<Value>(
  { base, mine, theirs, sent }: Versions<Value>,
  isSame: (one: Value, other: Value) => boolean = isSameValue,
): Side | undefined {
  const isUnchanged = (value: Value) => isSame(value, base);
  if (isSame(mine, theirs) || isUnchanged(theirs)) return 'mine';
  if (sent !== undefined && isSame(theirs, sent)) return 'mine';
  return isUnchanged(mine) && (sent === undefined || isUnchanged(sent)) ? 'theirs' : undefined;
}

/** What is merged by itself, and asked about as one. */
export type StudentField = keyof Omit<DraftStudent, 'id'>;

type Address = DraftStudent['address'];

/** The parts of an address that say where it is. */
const LOCATION = ['address1', 'city', 'state', 'zip5'] as const;

/** What tells who a student is. */
const IDENTITY = ['first', 'last', 'dateOfBirth'] as const;

/** A student that both sides changed differently: one field, or as a whole where they may not be the same person any more. */
export interface StudentConflict {
  readonly kind: 'student';
  /** Tells it from the other conflicts of the same merge: 'students[2].phone', or 'students[2]' for the whole. */
  readonly name: string;
  /** The index in the merged list, from 0. */
  readonly index: number;
  readonly field: StudentField | null;
  /** Undefined where that side has nobody there. */
  readonly mine: DraftStudent | undefined;
  readonly theirs: DraftStudent | undefined;
}

/** One student of two lists; undefined where a list has no such index. */
export type StudentVersions = Versions<DraftStudent | undefined>;

interface MergedStudent {
  readonly student: DraftStudent;
  readonly conflicts: readonly StudentConflict[];
}

/** Whether two places hold the same; a form that holds nothing is like none at all. */
export function isSamePerson(one: DraftStudent | undefined, other: DraftStudent | undefined): boolean {
  if (!isHeld(one) || !isHeld(other)) return isHeld(one) === isHeld(other);
  return isSameValue(asStored(one), asStored(other));
}

/** Brings one student together, by field where both sides surely mean the same person. The id is that of theirs. */
export function mergeStudent(row: StudentVersions, index: number, choices: Choices): MergedStudent {
  const name = `students[${index}]`;
  const versions = begunWith(row);
  const { mine, theirs } = versions;
  const side = sideOf(versions, isSamePerson) ?? fullerSide(versions) ?? choices.get(name);
  if (side !== undefined || isPersonUnsure(versions)) {
    const conflict: StudentConflict = { kind: 'student', name, index, field: null, mine, theirs };
    return {
      student: studentOf(side ?? 'mine', versions),
      conflicts: side === undefined ? [conflict] : [],
    };
  }
  return mergeFields(versions, index, choices);
}

/** A student who was new when it was sent, and is there as it was sent or with more, began with what was sent. */
function begunWith(row: StudentVersions): StudentVersions {
  const { base, theirs, sent } = row;
  const isBegun = !isHeld(base) && isHeld(sent) && isHeld(theirs) && isContained(sent, theirs);
  return isBegun ? { ...row, base: sent } : row;
}

/** Of two students whom both entered at one index, the one that says all of the other, and more. */
function fullerSide({ base, mine, theirs }: StudentVersions): Side | undefined {
  if (isHeld(base) || !isHeld(mine) || !isHeld(theirs)) return undefined;
  if (isContained(mine, theirs)) return 'theirs';
  return isContained(theirs, mine) ? 'mine' : undefined;
}

function isContained(part: DraftStudent, whole: DraftStudent): boolean {
  const [inner, outer] = [asStored(part), asStored(whole)];
  const blank = { ...emptyStudent(inner.address.state) };
  return fieldsOf(inner).every(
    (field) => isSameValue(inner[field], blank[field]) || isSameValue(inner[field], outer[field]),
  );
}

/**
 * One side took the student away, or may have put somebody else in the index of whom the other changed, or each entered somebody
 * else there. A correction of a name and another person look alike: both are asked about.
 */
function isPersonUnsure({ base, mine, theirs }: StudentVersions): boolean {
  if (!isHeld(mine) || !isHeld(theirs)) return true;
  if (!isHeld(base)) return !isAnyName(mine) || !isAnyName(theirs) || !isCompatible(mine, theirs);
  if (isNamed(mine) && isSameIdentity(mine, theirs)) return false;
  const changed = [mine, theirs].filter((side) => !isSameIdentity(base, side));
  return changed.some((side) => !isCompleted(base, side)) || !isCompatible(mine, theirs);
}

/** Whether all that is told of who it is stays, a name among it, and one of what was missing is there now. */
function isCompleted(before: DraftStudent, after: DraftStudent): boolean {
  const changed = IDENTITY.filter((field) => !isSameValue(before[field], after[field]));
  return isAnyName(before) && changed.length === 1 && changed.every((field) => isBlank(before[field]));
}

function isSameIdentity(one: DraftStudent, other: DraftStudent): boolean {
  return IDENTITY.every((field) => isSameValue(one[field], other[field]));
}

/** Whether nothing that both tell of who it is differs. */
function isCompatible(one: DraftStudent, other: DraftStudent): boolean {
  return IDENTITY.every(
    (field) => isBlank(one[field]) || isBlank(other[field]) || isSameValue(one[field], other[field]),
  );
}

function isNamed({ first, last }: DraftStudent): boolean {
  return !isBlank(first) && !isBlank(last);
}

function isAnyName({ first, last }: DraftStudent): boolean {
  return !isBlank(first) || !isBlank(last);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function studentOf(side: Side, { mine, theirs }: StudentVersions): DraftStudent {
  const nobody = () => emptyStudent((mine ?? theirs)?.address.state ?? '');
  return { ...((side === 'mine' ? mine : theirs) ?? nobody()), id: theirs?.id };
}

function mergeFields(versions: StudentVersions, index: number, choices: Choices): MergedStudent {
  const { mine, theirs } = versions;
  const [student, other] = [studentOf('mine', versions), studentOf('theirs', versions)];
  const base = asStored(versions.base ?? emptyStudent(student.address.state));
  const [ours, others] = [asStored(student), asStored(other)];
  const sent = versions.sent && asStored(versions.sent);
  const nameOf = (field: StudentField) => `students[${index}].${field}`;

  const decided = fieldsOf(ours).map((field) => {
    const sides = { base: base[field], mine: ours[field], theirs: others[field], sent: sent?.[field] };
    return { field, side: sideOf(sides) ?? choices.get(nameOf(field)) };
  });
  const address =
    decided.find(({ field }) => field === 'address')?.side === undefined
      ? mergedAddress({
          base: base.address,
          mine: ours.address,
          theirs: others.address,
          sent: sent?.address,
        })
      : null;
  const theirFields = decided
    .filter(({ side }) => side === 'theirs')
    .map(({ field }) => [field, other[field]] as const);
  const conflicts = decided
    .filter(({ field, side }) => side === undefined && !(field === 'address' && address !== null))
    .map(({ field }) => ({ kind: 'student' as const, name: nameOf(field), index, field, mine, theirs }));
  const merged = { ...student, ...Object.fromEntries(theirFields) };
  return { student: address === null ? merged : { ...merged, address }, conflicts };
}

/**
 * Two changed addresses part by part; null where both changed one part, or where both moved: the street of one and the city of
 * the other are nobody's address. Filling in what was blank is no move, and neither is an apartment.
 */
function mergedAddress({ base, mine, theirs, sent }: Versions<Address>): Address | null {
  const moves = (one: Address, other: Address) =>
    LOCATION.some(
      (part) =>
        !isBlank(base[part]) && !isSameValue(one[part], base[part]) && !isSameValue(one[part], other[part]),
    );
  if (moves(mine, theirs) && moves(theirs, mine)) return null;
  const merged = { ...mine };
  for (const part of Object.keys(mine) as (keyof Address)[]) {
    const side = sideOf({ base: base[part], mine: mine[part], theirs: theirs[part], sent: sent?.[part] });
    if (side === undefined) return null;
    if (side === 'theirs') merged[part] = theirs[part];
  }
  return merged;
}

function fieldsOf(student: Omit<DraftStudent, 'id'>): StudentField[] {
  return Object.keys(student) as StudentField[];
}

function isHeld(student: DraftStudent | undefined): student is DraftStudent {
  return student !== undefined && isFilledIn(student);
}
