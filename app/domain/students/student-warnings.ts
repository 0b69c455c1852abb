import { foldedStreetLine, streetLine } from './street-line.ts';
import { STUDENT_WARNINGS, type WarnedReader } from '#app/messages/student-warning-messages.ts';
import { foldedText, personKey } from '#app/students/same-student.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';
import type { StudentResponse } from '#app/schemas/student.ts';

/** What identifies a student of last year's approved list. Purged students have only empty texts. */
interface EarlierStudent {
  readonly first: string;
  readonly last: string;
  readonly dateOfBirth?: string | null | undefined;
  readonly email: string;
}

interface WarningSources {
  readonly reader: WarnedReader;
  readonly zipWarning: (address: CheckedAddress) => string | null;
  /** Emails of the school's own staff. */
  readonly staffEmails: readonly string[];
  /** The school's approved students of the year before. */
  readonly earlier: { readonly year: number; readonly students: readonly EarlierStudent[] };
}

/** What the checks need of a student. */
export type CheckedStudent = Pick<
  StudentResponse,
  'id' | 'first' | 'last' | 'dateOfBirth' | 'email' | 'parentEmail'
> & { readonly address: CheckedAddress };
type CheckedAddress = Pick<StudentResponse['address'], 'address1' | 'city' | 'state' | 'zip5'> & {
  readonly address2?: string | null | undefined;
};

type Check = (student: CheckedStudent, index: number) => readonly (string | null)[];

/** Returns the warnings by the student's ID, in list order. Students without warnings are omitted. */
export function studentWarnings(
  students: readonly CheckedStudent[],
  sources: WarningSources,
): StudentWarnings {
  const checks: readonly Check[] = [
    ({ address }) => [sources.zipWarning(address)],
    addressCheck(students),
    emailCheck(students, sources),
    earlierCheck(sources),
  ];
  const warned = students.map((student, index) => {
    const found = checks.flatMap((check) => check(student, index)).filter((text) => text !== null);
    return [student.id, found] as const;
  });
  return Object.fromEntries(warned.filter(([, found]) => found.length > 0));
}

/** Compares each address with the first one that is equal, but spelled differently. */
function addressCheck(students: readonly CheckedStudent[]): Check {
  const lines = students.map(({ address }) => streetLine(address));
  const keys = students.map(({ address: { zip5 } }, index) =>
    zip5 === '' || lines[index] === '' ? null : `${zip5} ${foldedStreetLine(lines[index] ?? '')}`,
  );
  const spellings = new Map<string | null, Map<string, number>>();
  for (const [index, key] of keys.entries()) {
    const found = spellings.get(key) ?? new Map<string, number>();
    const line = lines[index] ?? '';
    if (!found.has(line)) found.set(line, index + 1);
    spellings.set(key, found);
  }
  return (_student, index) => {
    const key = keys[index] ?? null;
    const own = lines[index] ?? '';
    const other = key === null ? undefined : [...(spellings.get(key) ?? [])].find(([line]) => line !== own);
    return other === undefined ? [] : [STUDENT_WARNINGS.sameAddress(other[1], other[0], own)];
  };
}

function emailCheck(students: readonly CheckedStudent[], { staffEmails, reader }: WarningSources): Check {
  const staff = new Set(staffEmails.map(foldedText));
  const isOwnParents = ({ email, parentEmail }: CheckedStudent) =>
    foldedText(email) === foldedText(parentEmail);
  // Without a column of parents' emails, an import copies the students' (specification, section 5).
  const areCopied = students.length > 1 && students.every(isOwnParents);
  const parents = new Map<string, number>();
  for (const [index, { parentEmail }] of students.entries()) {
    const email = foldedText(parentEmail);
    if (email !== '' && !parents.has(email)) parents.set(email, index + 1);
  }
  return (student) => {
    const email = foldedText(student.email);
    if (email === '') return [];
    const parentOf = parents.get(email);
    const isOwn = isOwnParents(student);
    return [
      isOwn && !areCopied ? STUDENT_WARNINGS.ownParentsEmail : null,
      !isOwn && parentOf !== undefined ? STUDENT_WARNINGS.parentsEmail(parentOf) : null,
      staff.has(email) ? STUDENT_WARNINGS.staffEmail(reader) : null,
    ];
  };
}

function earlierCheck({ earlier: { year, students }, reader }: WarningSources): Check {
  const people = new Set(students.map(personKey).filter((person) => person !== null));
  const emails = new Set(students.map(({ email }) => foldedText(email)).filter(Boolean));
  return (student) => {
    const person = personKey(student);
    if (person !== null && people.has(person)) return [STUDENT_WARNINGS.approvedBefore(reader, year)];
    // Siblings may share a family's email, so this doesn't claim that it's the same student.
    return emails.has(foldedText(student.email)) ? [STUDENT_WARNINGS.emailApprovedBefore(reader, year)] : [];
  };
}
