import { listed } from '#app/lib/text/listed.ts';

/** What identifies a student (decisions, section 5). */
export interface StudentIdentity {
  readonly first: string;
  readonly last: string;
  /** 'YYYY-MM-DD', or '' if unknown. */
  readonly dateOfBirth: string;
  readonly email: string;
}

export interface ListedIdentity extends StudentIdentity {
  readonly twin: boolean;
}

/** Positions of two students in a list, from 1; `first` is the smaller one. */
export interface LookalikePair {
  readonly first: number;
  readonly second: number;
}

/** Texts are compared up to here, beyond any field's limit: normalizing piled accents takes quadratic time. */
export const COMPARED_MAX = 300;

const ACCENTS = /[\u0300-\u036f]/g;

/** Normalizes a text for comparison, ignoring case, accents and extra spaces. `foldedSql` does the same in SQL. */
export function foldedText(text: string): string {
  const letters = text.slice(0, COMPARED_MAX).normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  return letters.split(' ').filter(Boolean).join(' ');
}

/** Returns the key of a name and birth date, to find a student in a list; null if a part is missing. */
export function personKey(student: {
  readonly first: string;
  readonly last: string;
  readonly dateOfBirth?: string | null | undefined;
}): string | null {
  const name = [foldedText(student.first), foldedText(student.last)];
  return name.includes('') || !student.dateOfBirth ? null : JSON.stringify([...name, student.dateOfBirth]);
}

/** Returns whether last name, birth date, and first name or email match. Empty values never match. */
export function looksLikeSameStudent(one: StudentIdentity, other: StudentIdentity): boolean {
  return haveSameIdentity(folded(one), folded(other));
}

/** Pairs each student with the first earlier lookalike. Twins with different first names may share an email. */
export function lookalikePairs(students: readonly ListedIdentity[]): LookalikePair[] {
  const namesakes = new Map<string, number[]>();
  const pairs: LookalikePair[] = [];
  // Folded only once each, because a class may need every pair compared.
  const identities = students.map(folded);
  for (const [index, student] of identities.entries()) {
    const key = `${student.dateOfBirth} ${student.last}`;
    const earlier = namesakes.get(key) ?? [];
    const again = earlier.find((slot) => {
      const known = identities[slot];
      return known !== undefined && haveSameIdentity(known, student) && !areTwins(known, student);
    });
    if (again !== undefined) pairs.push({ first: again + 1, second: index + 1 });
    earlier.push(index);
    namesakes.set(key, earlier);
  }
  return pairs;
}

/** Returns a sentence for each student who is listed more than once: 'Students 1, 2, and 4 may be the same person.' */
export function lookalikeSentences(pairs: readonly LookalikePair[]): string[] {
  const groups: number[][] = [];
  for (const { first, second } of pairs) {
    const group = groups.find((positions) => positions.includes(first));
    if (group === undefined) groups.push([first, second]);
    else group.push(second);
  }
  return groups.map((positions) => `Students ${listed(positions.map(String))} may be the same person.`);
}

function folded<Identity extends StudentIdentity>(student: Identity): Identity {
  return {
    ...student,
    first: foldedText(student.first),
    last: foldedText(student.last),
    email: foldedText(student.email),
  };
}

/** Expects folded texts. */
function haveSameIdentity(one: StudentIdentity, other: StudentIdentity): boolean {
  if (one.dateOfBirth === '' || one.dateOfBirth !== other.dateOfBirth) return false;
  const isSame = (key: 'first' | 'last' | 'email') => one[key] !== '' && one[key] === other[key];
  return isSame('last') && (isSame('first') || isSame('email'));
}

/** Expects folded texts. */
function areTwins(one: ListedIdentity, other: ListedIdentity): boolean {
  return one.twin && other.twin && one.first !== '' && other.first !== '' && one.first !== other.first;
}
