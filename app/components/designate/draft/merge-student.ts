import {
  asStored,
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  isSameValue,
} from '#app/students/draft-students.ts';

export type Side = 'mine' | 'theirs';

export interface Versions<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
  /** My save without a response, if any: theirs may be based on it. */
  readonly sent?: Value | undefined;
}

export type Choices = ReadonlyMap<string, Side>;

/**
 * Returns the side that changed a value: either if both agree, undefined if they conflict. A value equal to `sent`
 * isn't their change; undoing it is mine.
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

export type StudentField = keyof Omit<DraftStudent, 'id'>;

type Address = DraftStudent['address'];

/** The parts of an address that define its location. */
const LOCATION = ['address1', 'city', 'state', 'zip5'] as const;

const IDENTITY = ['first', 'last', 'dateOfBirth'] as const;

/** A conflict about one field, or about the whole student if the two may be different people. */
export interface StudentConflict {
  readonly kind: 'student';
  /** Unique within a merge: 'students[2].phone', or 'students[2]' for the whole student. */
  readonly name: string;
  readonly index: number;
  readonly field: StudentField | null;
  /** Undefined if that side has no student at this index. */
  readonly mine: DraftStudent | undefined;
  readonly theirs: DraftStudent | undefined;
}

/** One student in each list; undefined if a list is too short. */
export type StudentVersions = Versions<DraftStudent | undefined>;

interface MergedStudent {
  readonly student: DraftStudent;
  readonly conflicts: readonly StudentConflict[];
}

/** Returns whether two students are equal. An empty form counts as none. */
export function isSamePerson(one: DraftStudent | undefined, other: DraftStudent | undefined): boolean {
  if (!isEntered(one) || !isEntered(other)) return isEntered(one) === isEntered(other);
  return isSameValue(asStored(one), asStored(other));
}

/** Merges one student; by field if both sides certainly have the same person. The ID is theirs. */
export function mergeStudent(row: StudentVersions, index: number, choices: Choices): MergedStudent {
  const name = `students[${index}]`;
  const versions = withSentBase(row);
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

/** Uses `sent` as the base of a new student that was sent and is now stored with at least the same values. */
function withSentBase(row: StudentVersions): StudentVersions {
  const { base, theirs, sent } = row;
  const isBegun = !isEntered(base) && isEntered(sent) && isEntered(theirs) && isContained(sent, theirs);
  return isBegun ? { ...row, base: sent } : row;
}

/** If both sides entered a student in the same slot, returns the side that includes everything from the other. */
function fullerSide({ base, mine, theirs }: StudentVersions): Side | undefined {
  if (isEntered(base) || !isEntered(mine) || !isEntered(theirs)) return undefined;
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
 * Returns whether one side may have removed or replaced a student whom the other changed, or each entered
 * someone else. A corrected name looks the same as another person, so the user is asked in both cases.
 */
function isPersonUnsure({ base, mine, theirs }: StudentVersions): boolean {
  if (!isEntered(mine) || !isEntered(theirs)) return true;
  if (!isEntered(base)) return !isAnyName(mine) || !isAnyName(theirs) || !isCompatible(mine, theirs);
  if (isNamed(mine) && isSameIdentity(mine, theirs)) return false;
  const changed = [mine, theirs].filter((side) => !isSameIdentity(base, side));
  return changed.some((side) => !isCompleted(base, side)) || !isCompatible(mine, theirs);
}

/** Returns whether the identity includes a name and changed only in one field that was blank. */
function isCompleted(before: DraftStudent, after: DraftStudent): boolean {
  const changed = IDENTITY.filter((field) => !isSameValue(before[field], after[field]));
  return isAnyName(before) && changed.length === 1 && changed.every((field) => isBlank(before[field]));
}

function isSameIdentity(one: DraftStudent, other: DraftStudent): boolean {
  return IDENTITY.every((field) => isSameValue(one[field], other[field]));
}

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
  const empty = () => emptyStudent((mine ?? theirs)?.address.state ?? '');
  return { ...((side === 'mine' ? mine : theirs) ?? empty()), id: theirs?.id };
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
 * Merges two changed addresses by part; null if both changed the same part or both moved. Filling in a blank part or
 * changing an apartment isn't a move.
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

function isEntered(student: DraftStudent | undefined): student is DraftStudent {
  return student !== undefined && isFilledIn(student);
}
