import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inSnapshot, inTransaction } from '#app/domain/ctx.server.ts';
import { IMPORT_PURPOSE } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows, acquireLock } from '#app/domain/lock-queries.server.ts';
import { storeStudents, studentChanges } from '#app/domain/students/store-students.server.ts';
import { addressParts } from '#app/domain/addresses.ts';
import type { ResolvedDesignation } from './existing-designations.server.ts';
import type { DesignationList } from './read-designation-list.server.ts';
import { type ResolvedList, resolveDesignations } from './resolve-designations.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { DECISION_EVENT_KINDS } from '#app/schemas/event-kinds.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { StudentResponse } from '#app/schemas/student.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';

/**
 * Returns what an import of a list would do: the designations to add, how many are stored already, and the problems. For
 * administrators.
 */
export async function planDesignationImport(ctx: Ctx, list: DesignationList): Promise<ResolvedList> {
  authorize(ctx.actor, 'designation.import');
  return inSnapshot(ctx, (tx) => resolveDesignations(tx, list));
}

/**
 * Imports a list of designations of inactive years, all of it or nothing. Doesn't change those that are already stored.
 * Records the events and disclosures with the name of the file, and sends no email. For administrators.
 * @throws {UnimportableList} when there are problems
 */
export async function importDesignations(ctx: Ctx, list: DesignationList): Promise<ResolvedList> {
  authorize(ctx.actor, 'designation.import');
  list.problems.assertNone();
  return inTransaction(ctx, async (opened) => {
    await acquireLock(opened, 'listImport');
    const years = [...new Set(list.designations.map(({ facts }) => facts.year))];
    await lockRows(opened, AcademicYearEntity, { year: { $in: years } }, 'share');
    const tx = await reloadActor(opened, 'designation.import');
    const resolved = await resolveDesignations(tx, list);
    resolved.problems.assertNone();
    const { adding } = resolved;
    for (let from = 0; from < adding.length; from += BATCH_SIZE) {
      await addAll(tx, adding.slice(from, from + BATCH_SIZE), list.source);
      await setImmediate();
    }
    return resolved;
  });
}

/** Designations per batch; other tasks run between batches. */
const BATCH_SIZE = 100;

async function addAll(
  tx: AuthorizedCtx,
  listed: readonly ResolvedDesignation[],
  source: string,
): Promise<void> {
  const studentIds: string[] = [];
  const added = listed.map((one) => ({ one, designation: addDesignation(tx, one) }));
  await tx.em.flush();
  for (const { one, designation } of added) {
    const students = studentsOf(tx, one, designation.id);
    await storeStudents(tx, designation, { before: [], after: students });
    recordHistory(tx, one, { designation, students, source });
    studentIds.push(...students.map(({ id }) => id));
  }
  await recordDisclosure(tx, { purpose: IMPORT_PURPOSE, filter: { importedFrom: source }, studentIds });
  await tx.em.flush();
  tx.em.clear();
}

function addDesignation(
  tx: AuthorizedCtx,
  { facts, highSchoolId, academicYearId, submittedById }: ResolvedDesignation,
): Designation {
  const { status, reasons, note, acceptedTermsVersion } = facts;
  const now = tx.now().toISOString();
  const createdAt = facts.createdAt ?? facts.submittedAt ?? facts.decidedAt ?? now;
  const updatedAt = facts.updatedAt ?? facts.decidedAt ?? facts.submittedAt ?? now;
  return tx.em.create(DesignationEntity, {
    ...{ id: facts.id ?? randomUUID(), status, ...pickFields(METHOD_FIELDS, facts), note },
    ...{ highSchool: highSchoolId, academicYear: academicYearId, submittedBy: submittedById },
    reasons: [...reasons],
    acceptedTermsVersion,
    acceptedTermsAt: dateOf(facts.acceptedTermsAt),
    downloadedAt: dateOf(facts.downloadedAt),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  });
}

function dateOf(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}

function studentsOf(
  tx: AuthorizedCtx,
  { students }: ResolvedDesignation,
  designationId: string,
): StudentResponse[] {
  const now = tx.now().toISOString();
  return students.map(({ id, content: { address, id: _id, ...texts }, addressStatus }) => {
    const studentId = id ?? randomUUID();
    return {
      ...{ id: studentId, designationId, ...texts },
      address: { id: randomUUID(), studentId, ...addressParts(address), status: addressStatus },
      ...{ createdAt: now, updatedAt: now },
    };
  });
}

/** Records when it was submitted and decided, as far as the list says, and that it was imported now. */
function recordHistory(
  tx: AuthorizedCtx,
  { facts }: ResolvedDesignation,
  {
    designation: { id },
    students,
    source,
  }: {
    readonly designation: Designation;
    readonly students: readonly StudentResponse[];
    readonly source: string;
  },
): void {
  const { status } = facts;
  const subject = ['DESIGNATION', id] as const;
  const importedFrom = { from: null, to: source };
  if (facts.submittedAt !== null) {
    const at = new Date(facts.submittedAt);
    recordEvent(tx, 'designation.submitted', subject, { importedFrom }, at);
  }
  if (facts.decidedAt !== null && status !== 'STARTED' && status !== 'PENDING') {
    const at = new Date(facts.decidedAt);
    const decision = { reasons: facts.reasons, notified: false };
    recordEvent(tx, DECISION_EVENT_KINDS[status], subject, { importedFrom, decision }, at);
  }
  const added = studentChanges([], students);
  const changes = { importedFrom, status: { from: null, to: status }, ...(added && { students: added }) };
  recordEvent(tx, 'designation.imported', subject, changes);
}
