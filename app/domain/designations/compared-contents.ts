import { studentContent } from '#app/domain/students/student-content.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import type {
  ComparedContents,
  StudentChange,
  DesignationContents,
  FieldChange,
} from '#app/schemas/designation-comparison.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import type { StudentResponse } from '#app/schemas/student.ts';

/** A student with their index in the list. */
interface Positioned {
  readonly position: number;
  readonly student: StudentResponse;
}

/** A student before and after the change. */
interface Pair {
  readonly before: Positioned;
  readonly after: Positioned;
}

/**
 * Compares a designation's contents field by field. `STUDENT_MATCHERS` decides which students are the same person;
 * all others were added or removed.
 */
export function comparedContents(before: DesignationContents, after: DesignationContents): ComparedContents {
  const { pairs, removed, added } = pairedStudents(before.students, after.students);
  const changed = pairs.flatMap((pair): StudentChange[] => {
    const fields = fieldChanges(studentContent(pair.before.student), studentContent(pair.after.student));
    return fields.length === 0 ? [] : [{ ...identityOf(pair.after), kind: 'changed', fields }];
  });
  return {
    fields: fieldChanges(generalContent(before), generalContent(after)),
    students: [
      ...changed,
      ...added.map((one): StudentChange => ({ ...identityOf(one), kind: 'added', fields: [] })),
      ...removed.map((one): StudentChange => ({ ...identityOf(one), kind: 'removed', fields: [] })),
    ],
    isReordered: pairs.some(
      ({ after: { position } }, index) => position < (pairs[index - 1]?.after.position ?? 0),
    ),
  };
}

/** Returns the pairs in the order of the earlier list. */
function pairedStudents(before: readonly StudentResponse[], after: readonly StudentResponse[]) {
  let removed = before.map((student, position): Positioned => ({ student, position }));
  let added = after.map((student, position): Positioned => ({ student, position }));
  const pairs: Pair[] = [];
  for (const { key, fits } of STUDENT_MATCHERS) {
    const found = new Map(added.map((one) => [key(one), one]));
    const taken = new Set<Positioned>();
    for (const one of removed) {
      const other = found.get(key(one));
      if (other === undefined || taken.has(other) || !fits(one, other)) continue;
      pairs.push({ before: one, after: other });
      taken.add(one).add(other);
    }
    removed = removed.filter((one) => !taken.has(one));
    added = added.filter((one) => !taken.has(one));
  }
  pairs.sort((one, other) => one.before.position - other.before.position);
  return { pairs, removed, added };
}

/** Ways to match students, most reliable first: same key and no contradiction. */
const STUDENT_MATCHERS: readonly {
  readonly key: (one: Positioned) => string;
  readonly fits: (before: Positioned, after: Positioned) => boolean;
}[] = [
  { key: ({ student }) => student.id, fits: () => true },
  {
    key: ({ student }) => PERSON.map((field) => student[field].toLowerCase()).join('\n'),
    fits: ({ student }) => PERSON.every((field) => student[field] !== ''),
  },
  {
    key: ({ position }) => String(position),
    fits: ({ student: before }, { student: after }) =>
      hasSameValue(before, after, 'email') ||
      hasSameValue(before, after, 'last') ||
      (hasSameValue(before, after, 'first') && hasSameValue(before, after, 'dateOfBirth')),
  },
];

const PERSON = ['first', 'last', 'dateOfBirth'] as const;

function hasSameValue(
  one: StudentResponse,
  other: StudentResponse,
  field: (typeof PERSON)[number] | 'email',
): boolean {
  return one[field] !== '' && one[field].toLowerCase() === other[field].toLowerCase();
}

function identityOf({ position, student }: Positioned) {
  return { id: student.id, position, name: studentFullName(student) };
}

function generalContent(contents: DesignationContents) {
  return ofEachField(METHOD_FIELDS, (_, name) => contents[name] ?? '');
}

type Content = Readonly<Record<string, string | number | boolean>>;

function fieldChanges(before: Content, after: Content): FieldChange[] {
  return Object.keys(after).flatMap((field) => {
    const [from = '', to = ''] = [before[field], after[field]];
    return from === to ? [] : [{ field, from, to }];
  });
}
