/** What tells one student from another (decisions, section 5). */
export interface StudentIdentity {
  readonly first: string;
  readonly last: string;
  /** 'YYYY-MM-DD', or '' where it is not known yet. */
  readonly dateOfBirth: string;
  readonly email: string;
}

/** A student of a list, who may be marked as a twin. */
export interface ListedIdentity extends StudentIdentity {
  readonly twin: boolean;
}

/** The places of two students of one list, from 1, the smaller first. */
export interface LookalikePair {
  readonly first: number;
  readonly second: number;
}

const ACCENTS = /[\u0300-\u036f]/g;

/**
 * A name or an address as it is compared: without regard to case, accents, and blanks around or doubled inside. `foldedSql`
 * is the same for the database.
 */
export function foldedText(text: string): string {
  const letters = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  return letters.split(' ').filter(Boolean).join(' ');
}

/** Last name and birth date are the same, and so is the first name or the email (decisions, section 5). What is missing matches nothing. */
export function looksLikeSameStudent(one: StudentIdentity, other: StudentIdentity): boolean {
  return areAlike(folded(one), folded(other));
}

/**
 * Who stands on one list twice: each student with the first one before who looks like the same person. Two who are both marked
 * as twins and have first names of their own may share a family's email.
 */
export function lookalikePairs(students: readonly ListedIdentity[]): LookalikePair[] {
  const namesakes = new Map<string, number[]>();
  const pairs: LookalikePair[] = [];
  // Folded once each: a class whose students all share a name and a birth date is compared in every combination.
  const identities = students.map(folded);
  for (const [index, student] of identities.entries()) {
    const key = `${student.dateOfBirth} ${student.last}`;
    const earlier = namesakes.get(key) ?? [];
    const again = earlier.find((slot) => {
      const known = identities[slot];
      return known !== undefined && areAlike(known, student) && !areTwins(known, student);
    });
    if (again !== undefined) pairs.push({ first: again + 1, second: index + 1 });
    earlier.push(index);
    namesakes.set(key, earlier);
  }
  return pairs;
}

export function lookalikeSentence({ first, second }: LookalikePair): string {
  return `Student ${first} and student ${second} look like the same person.`;
}

function folded<Identity extends StudentIdentity>(student: Identity): Identity {
  return {
    ...student,
    first: foldedText(student.first),
    last: foldedText(student.last),
    email: foldedText(student.email),
  };
}

/** Whether two whose texts are folded look like the same person. */
function areAlike(one: StudentIdentity, other: StudentIdentity): boolean {
  if (one.dateOfBirth === '' || one.dateOfBirth !== other.dateOfBirth) return false;
  const isSame = (key: 'first' | 'last' | 'email') => one[key] !== '' && one[key] === other[key];
  return isSame('last') && (isSame('first') || isSame('email'));
}

/** Whether two whose texts are folded are twins with first names of their own. */
function areTwins(one: ListedIdentity, other: ListedIdentity): boolean {
  return one.twin && other.twin && one.first !== '' && other.first !== '' && one.first !== other.first;
}
