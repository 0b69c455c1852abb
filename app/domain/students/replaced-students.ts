import { FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import { randomUUID } from 'node:crypto';
import { addressParts, changedAddress } from '#app/domain/addresses.ts';
import { differingFields } from './student-content.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { StudentResponse, StudentDraft } from '#app/schemas/student.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';

export interface Replacement {
  readonly designationId: string;
  readonly now: Date;
  /** Today in the installation's time zone, 'YYYY-MM-DD'; birth dates can't be later. */
  readonly today: string;
}

/**
 * Returns the list that replaces `stored` with `sent`. Rows with a known id keep it, unchanged ones are the
 * stored objects, others are new (decisions, section 5). Issues have the path `['students', index, field]`.
 */
export function replacedStudents(
  stored: readonly StudentResponse[],
  sent: readonly StudentDraft[],
  replacement: Replacement,
): { students: StudentResponse[]; issues: Issue[] } {
  const storedById = new Map(stored.map((student) => [student.id, student]));
  const seen = new Set<string>();
  const issues: Issue[] = [];
  const students = sent.map((draft, index) => {
    const id = draft.id?.toLowerCase();
    const known = id === undefined ? undefined : storedById.get(id);
    if (id !== undefined && known === undefined) {
      issues.push({ path: ['students', index, 'id'], message: DESIGNATION_MESSAGES.notOnList });
    }
    if (id !== undefined && seen.has(id)) {
      issues.push({ path: ['students', index, 'id'], message: DESIGNATION_MESSAGES.onListTwice });
    }
    if (id !== undefined) seen.add(id);
    if (draft.dateOfBirth > replacement.today) {
      issues.push({ path: ['students', index, 'dateOfBirth'], message: FUTURE_BIRTH_DATE_MESSAGE });
    }
    return known === undefined ? newStudent(draft, replacement) : changedStudent(known, draft, replacement);
  });
  return { students, issues };
}

function newStudent(draft: StudentDraft, { designationId, now }: Replacement): StudentResponse {
  const id = randomUUID();
  const createdAt = now.toISOString();
  return {
    ...pickFields(STUDENT_FIELDS, draft),
    id,
    designationId,
    address: { ...addressParts(draft.address), id: randomUUID(), studentId: id, status: 'UNVERIFIED' },
    createdAt,
    updatedAt: createdAt,
  };
}

function changedStudent(known: StudentResponse, draft: StudentDraft, { now }: Replacement): StudentResponse {
  if (differingFields(known, draft).length === 0) return known;
  return {
    ...known,
    ...pickFields(STUDENT_FIELDS, draft),
    address: changedAddress(known.address, addressParts(draft.address)),
    updatedAt: now.toISOString(),
  };
}
