import { withoutAllYears } from '#app/schemas/designation-filters.ts';
import { isDeepStrictEqual } from 'node:util';
import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import {
  DESIGNATION_REFUSED,
  isNoteIntent,
  NOTE_INTENTS,
  refusalPrefix,
} from '#app/messages/save-messages.ts';
import {
  neighborsInQuery,
  withNeighbors,
  listQueryOf,
  queueHref,
  queueOpenedAt,
  queueQuery,
  reviewHref,
  withoutNeighbors,
} from '#app/components/designations/review-url.ts';
import { ReviewScreen } from '#app/components/designations/review-screen.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findNeighbors, nameNeighbors } from '#app/domain/designations/designation-list-queries.server.ts';
import { findUndoable } from '#app/domain/designations/find-undoable.server.ts';
import { getReviewQueue } from '#app/domain/review/review-queue.server.ts';
import {
  getReviewFacts,
  listEarlierYears,
  reviewDesignation,
} from '#app/domain/designations/review-designation.server.ts';
import {
  findPreviousClassSize,
  findPreviousCriteria,
} from '#app/domain/designations/find-previous-designation.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { countUnread } from '#app/domain/messages/read-messages.server.ts';
import { addDesignationNote } from '#app/domain/notes/internal-notes.server.ts';
import { showDesignationNotes } from '#app/domain/notes/read-notes.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { findStudentWarnings } from '#app/domain/students/find-student-warnings.server.ts';
import { findMatchedStudents } from '#app/domain/students/compare-students.server.ts';
import { expectedNumberWarning } from '#app/schemas/designation-size.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { messagesLabel } from '#app/messages/message-labels.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { classSizeQuestion, type WarnedReader } from '#app/messages/student-warning-messages.ts';
import { lookalikePairs, lookalikeSentences } from '#app/students/same-student.ts';
import { allWarnings, listedWarnings } from '#app/students/listed-warnings.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { can } from '#app/policy/authorize.ts';
import { type DesignationResponse, DesignationListPageQuerySchema } from '#app/schemas/designation.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import { GeneralInformationFormSchema } from '#app/schemas/designation-forms.ts';
import type { Neighbor, Neighbors, ReviewQueue } from '#app/schemas/designation-review.ts';
import { DesignationDetailsScreenSchema } from '#app/schemas/designation-screens.ts';
import { notesAction } from '#app/server/notes-action.server.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { historyBefore, notesPage, parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, screenId, submitForm } from '#app/server/web-route.server.ts';
import {
  isFiltered,
  NEXT_MESSAGES,
  type NextToReview,
  NOTHING_TO_SAVE,
  postDecision,
  SAVED,
} from './post-decision.server.ts';
import { draftOf, postUndo } from './post-undo.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) => {
  // `response` is undefined if the loader failed, and null if the action failed.
  if (!response) return tabTitle('Designation', matches);
  const { highSchool, academicYear } = response.designation;
  return tabTitle(`${highSchool.name} ${academicYear.year}`, matches);
};

export const loader = screen(async ({ ctx, actor, params, request, url }) => {
  const { designation, changesSinceReturn, hasCopy } = await reviewDesignation(ctx, screenId(params));
  const { id, highSchoolId } = designation;
  const school = { highSchoolId, year: designation.academicYear.year };
  const previous = await findPreviousCriteria(ctx, school);
  const mayDecide = can(actor, 'designation.decide', designation);
  const listQuery = listQueryOf(url.searchParams);
  const queue = mayDecide ? await queueOf(ctx, id, listQuery) : null;
  const neighbors = queue ?? (mayDecide ? await neighborsIn(ctx, designation, listQuery) : NO_NEIGHBORS);
  const flash = await readFlash(request, ctx.settings);
  const onOtherLists = mayDecide ? await findMatchedStudents(ctx, id) : [];
  const response = {
    designation,
    reference: shortReference(designation.academicYear.year, id),
    ...(await getReviewFacts(ctx, designation)),
    changesSinceReturn,
    hasCopy,
    previousCriteria: previous?.criteria ?? null,
    gaps: mayDecide ? approvalGaps(submissionIssues(designation, previous?.criteria ?? null)) : [],
    earlierYears: mayDecide ? await listEarlierYears(ctx, school) : null,
    timeline: await readTimeline(ctx, { type: 'DESIGNATION', ...designation }, historyBefore(url)),
    warnings: await warningsOf(ctx, designation, mayDecide ? 'office' : 'school'),
    ...(mayDecide ? { onOtherLists } : {}),
    decisionDraft: mayDecide ? await draftOf(ctx, url.searchParams, { designation, onOtherLists }) : null,
    notes: mayDecide ? await showDesignationNotes(ctx, id, notesPage(url)) : null,
    messages: messagesLabel(await countUnread(ctx, designation)),
    listQuery,
    neighbors,
    hasNext:
      queue !== null ||
      (mayDecide && (await nextToReview(ctx, id, { listQuery, neighbors, queue })) !== null),
    queue,
    isResubmitted: designation.status === 'PENDING' && changesSinceReturn !== null,
    today: zonedDay(ctx.now(), ctx.settings.timeZone),
    mayDecide,
    undo: mayDecide ? await findUndoable(ctx, id) : null,
    mayDownload: can(actor, 'designation.download'),
    mayContinue: !mayDecide && lockedSentence(designation.status) === null,
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, DesignationDetailsScreenSchema);

/** Returns one sentence for each warning about the class size and the students. */
async function warningsOf(
  ctx: Ctx,
  designation: DesignationResponse,
  reader: WarnedReader,
): Promise<string[]> {
  const { highSchoolId, academicYear, classSize, students } = designation;
  const previous = await findPreviousClassSize(ctx, { highSchoolId, year: academicYear.year });
  const question = classSizeQuestion(classSize, previous, reader);
  const found = await findStudentWarnings(ctx, designation, reader);
  const today = zonedDay(ctx.now(), ctx.settings.timeZone);
  const warnings = allWarnings(
    students,
    today,
    [],
    students.map(({ id }) => found[id] ?? []),
  );
  return [
    ...(question === undefined ? [] : [question]),
    ...lookalikeSentences(lookalikePairs(students)),
    ...listedWarnings(students, warnings).map(({ student, warning }) => `${student}: ${warning}`),
  ];
}

const NO_NEIGHBORS: Neighbors = { previous: null, next: null };

/**
 * Returns a designation's neighbors in an administrator's list, or before its last change. Without a list, they are of the
 * designation's year. Empty for an invalid query.
 */
async function neighborsIn(
  ctx: Ctx,
  designation: DesignationResponse,
  listQuery: string,
): Promise<Neighbors> {
  const { id, academicYear } = designation;
  const linked = neighborsInQuery(id, listQuery);
  if (linked !== null) return nameNeighbors(ctx, linked);
  try {
    const opened = withoutNeighbors(listQuery);
    const search =
      opened === ''
        ? new URLSearchParams({ academicYearId: academicYear.id })
        : withoutAllYears(new URLSearchParams(opened));
    const list = parseQuery(DesignationListPageQuerySchema, search);
    return await findNeighbors(ctx, { id, list });
  } catch (error) {
    if (error instanceof Invalid) return NO_NEIGHBORS;
    throw error;
  }
}

/** Returns the review queue that the page belongs to; null for a list's page. */
async function queueOf(ctx: Ctx, id: string, listQuery: string): Promise<ReviewQueue | null> {
  const openedAt = queueOpenedAt(listQuery);
  return openedAt === null ? null : getReviewQueue(ctx, { openedAt, id });
}

interface ListLocation {
  readonly listQuery: string;
  readonly neighbors: Neighbors;
  readonly queue: ReviewQueue | null;
}

/**
 * Returns the next pending designation of the page's queue or the next designation in a filtered list. Outside of both,
 * the reviewer continues in a new queue.
 */
async function nextToReview(
  ctx: Ctx,
  id: string,
  { listQuery, neighbors, queue }: ListLocation,
): Promise<NextToReview | null> {
  const found = (next: Neighbor | null, query: string, message: string) =>
    next === null ? null : { href: reviewHref(next.id, query), message };
  if (queue !== null) return found(queue.nextPending, listQuery, NEXT_MESSAGES.inQueue);
  if (isFiltered(listQuery)) return found(neighbors.next, listQuery, NEXT_MESSAGES.inList);
  const openedAt = ctx.now().toISOString();
  const opened = await getReviewQueue(ctx, { openedAt, id });
  return found(opened?.nextPending ?? null, queueQuery(openedAt), NEXT_MESSAGES.inQueue);
}

/** Returns the list's query for after a change, so that the reviewer continues from the same position. */
async function storedQuery(ctx: Ctx, designation: DesignationResponse, listQuery: string): Promise<string> {
  const { id } = designation;
  const { previous, next } = await neighborsIn(ctx, designation, listQuery);
  if (previous === null && next === null) return listQuery;
  return withNeighbors(id, listQuery, { previous: previous?.id ?? null, next: next?.id ?? null });
}

export const action = formAction(async (call, form) => {
  const { ctx, params, url } = call;
  const id = screenId(params);
  const before = await loadDesignation(ctx, id, 'designation.decide');
  if (intentOf(form, NOTE_INTENTS) !== null) {
    const to = reviewHref(id, listQueryOf(url.searchParams));
    return notesAction(call, form, {
      to,
      add: ({ text }) => addDesignationNote(ctx, { designationId: id, text }),
    });
  }
  const listQuery = await storedQuery(ctx, before, listQueryOf(url.searchParams));
  const intent = intentOf(form, ['undo', 'correct']);
  if (intent === 'undo') return postUndo(call, form, { id, status: before.status, listQuery });
  if (intent !== 'correct') {
    const next = async () => {
      const queue = await queueOf(ctx, id, listQuery);
      const neighbors = queue ?? (await neighborsIn(ctx, before, listQuery));
      return nextToReview(ctx, id, { listQuery, neighbors, queue });
    };
    const openedAt = queueOpenedAt(listQuery);
    return postDecision(call, form, {
      id,
      listQuery,
      next,
      queueEnd: openedAt === null ? null : queueHref(openedAt),
    });
  }
  return submitForm(
    form,
    GeneralInformationFormSchema,
    async ({ version, intent: _intent, ...method }) => {
      const { classSize } = method;
      const patch = { ...method, criteriaComment: method.criteriaComment || null };
      const isUnchanged =
        version === before.version && isDeepStrictEqual(patch, pickFields(METHOD_FIELDS, before));
      if (!isUnchanged) await patchDesignation(ctx, { id, patch, ifMatch: version });
      const outcome = isUnchanged ? ({ tone: 'info', text: NOTHING_TO_SAVE } as const) : SAVED;
      const warning = before.classSize === null ? null : expectedNumberWarning(before.classSize, classSize);
      const messages = warning === null ? [outcome] : [outcome, { tone: 'warning', text: warning } as const];
      return redirectWithFlash(reviewHref(id, listQuery), messages, ctx.settings, { isSamePage: true });
    },
    DESIGNATION_REFUSED,
  );
});

export const clientAction = formClientAction((intent) =>
  isNoteIntent(intent) ? refusalPrefix(intent) : DESIGNATION_REFUSED,
);

export default function DesignationDetails() {
  const response = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  // The key resets the form's state when another designation is shown.
  return <ReviewScreen key={response.designation.id} response={response} reply={reply} />;
}

/** Describes to a reviewer what is missing from a designation, based on the issues that prevent submitting it. */
function approvalGaps(issues: readonly Issue[]): string[] {
  const incomplete = new Set<string | number>();
  const gaps: string[] = [];
  for (const { path, message } of issues) {
    const [field, index] = path;
    if (field === 'students' && index !== undefined) incomplete.add(index);
    else gaps.push(GAP_MESSAGES[String(field)] ?? message);
  }
  if (incomplete.size === 1) gaps.push("One student's details are incomplete.");
  if (incomplete.size > 1) gaps.push(`The details of ${incomplete.size} students are incomplete.`);
  return gaps;
}

const GAP_MESSAGES: Readonly<Record<string, string>> = {
  acceptedTermsAndConditions: "The school hasn't accepted the current designation terms.",
  classSize: 'The class size is missing.',
  criteria: 'The criteria are missing.',
  criteriaComment:
    "The criteria comment is missing. It's required for “Other” or if the criteria differ from last year's.",
};
