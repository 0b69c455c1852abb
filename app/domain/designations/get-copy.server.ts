import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { isInPdfFont } from '#app/domain/exports/pdf-text.ts';
import { printedFacts, studentCopies } from './copy-facts.ts';
import { loadDesignation } from './get-designation.server.ts';
import { findSubmission } from './get-receipt.server.ts';
import { findReturnedContents } from './returned-contents.server.ts';
import { getReviewFacts } from './review-designation.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { changedNotice, returnedNotice } from '#app/messages/copy-labels.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { arePurged, studentFullName } from '#app/students/student-labels.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { CopyFact, DesignationCopy } from '#app/schemas/designation-copy.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { hasReceipt } from '#app/schemas/enums.ts';

const PURGED =
  "Students' personal data was removed after the retention period, so this copy doesn't include it.";

/** A designation as it was submitted, and why that isn't exactly so. */
interface Submitted {
  readonly designation: DesignationResponse;
  readonly notice: string | null;
}

/**
 * Returns a complete copy of a submitted designation for the school's file. Records a disclosure each time, also
 * for staff, because a copy is kept (ADR 40). A returned designation is shown as it was returned.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Conflict} when it isn't submitted, or its returned contents weren't kept
 */
export async function getCopy(
  ctx: Ctx,
  id: string,
  purpose: 'designation.copy' | 'designation.pdf',
): Promise<DesignationCopy> {
  return inSnapshot(ctx, async (tx) => {
    const stored = await loadDesignation(tx, id);
    const { submission, changed } = await findSubmission(tx, id);
    const { acceptedTerms } = await getReviewFacts(tx, stored);
    const inZone = (iso: string) => formatInZone(iso, tx.settings.timeZone);
    const { designation, notice } = hasReceipt(stored.status)
      ? { designation: stored, notice: changed && changedNotice(changed.by, inZone(changed.at)) }
      : await readReturnedDesignation(tx, stored);
    const studentIds = designation.students.map((student) => student.id);
    if (tx.headOnly !== true) {
      await recordDisclosure(tx, { purpose, filter: { designationId: id }, studentIds });
    }
    const { highSchool, academicYear } = designation;
    const reference = shortReference(academicYear.year, id);
    const students = studentCopies(designation.students);
    const agreement = acceptedTerms && `${inZone(acceptedTerms.at)}, version ${acceptedTerms.version}`;
    const facts = [
      { term: 'Program', text: tx.settings.appName },
      { term: 'School', text: highSchool.name },
      { term: 'Academic year', text: String(academicYear.year) },
      { term: 'Reference', text: reference },
      ...printedFacts(designation, { acceptedTermsAndConditions: agreement ?? 'Not yet' }),
      { term: 'Number of students', text: String(studentIds.length) },
      { term: 'Submitted by', text: submission?.by ?? '' },
      { term: 'Submitted', text: submission === null ? '' : inZone(submission.at) },
      { term: 'Started', text: inZone(designation.createdAt) },
      { term: 'Last updated', text: inZone(designation.updatedAt) },
      { term: 'Copy made', text: inZone(tx.now().toISOString()) },
    ];
    return {
      ...{ id, reference, schoolName: highSchool.name, year: academicYear.year },
      notice: arePurged(designation.students) ? [PURGED, notice].filter(Boolean).join(' ') : notice,
      facts,
      notInPdf: namesNotInPdf(facts, designation, students),
      students,
    };
  });
}

/** @throws {Conflict} when the designation wasn't returned, or its returned contents weren't kept */
async function readReturnedDesignation(ctx: Ctx, stored: DesignationResponse): Promise<Submitted> {
  if (stored.status !== 'RETURNED') throw new Conflict(DESIGNATION_MESSAGES.noCopy);
  const returned = await findReturnedContents(ctx, stored.id);
  if (returned === null) throw new Conflict(DESIGNATION_MESSAGES.noReturnedCopy);
  const { contents, returnedAt } = returned;
  const at = formatInZone(returnedAt, ctx.settings.timeZone);
  return {
    designation: { ...stored, ...contents, updatedAt: returnedAt },
    notice: returnedNotice(at),
  };
}

/** Returns the texts and students with characters that the PDF can't show. */
function namesNotInPdf(
  facts: readonly CopyFact[],
  designation: DesignationResponse,
  copies: DesignationCopy['students'],
): string[] {
  const lacks = (fact: CopyFact) => !isInPdfFont(fact.text);
  return [
    ...facts.filter(lacks).map(({ term }) => `“${term}”`),
    ...designation.students.flatMap((student, index) => {
      const name = studentFullName(student);
      if (!copies[index]?.facts.some(lacks)) return [];
      return [`student ${index + 1}${name === '' ? '' : ` (${name})`}`];
    }),
  ];
}
