import { DESIGNATION_REFUSED } from '#app/messages/save-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { data } from '@remix-run/node';
import { filterCount } from '#app/components/designations/list-url.ts';
import { reviewHref, withoutNeighbors } from '#app/components/designations/review-url.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { getReviewFacts } from '#app/domain/designations/review-designation.server.ts';
import { standardDecisionEmail } from '#app/messages/decision-email.ts';
import { joinedEmail, type EmailText } from '#app/lib/markup/fill-notice.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import {
  type DecisionForm,
  DecisionFormSchema,
  EMAIL_OUTDATED_MESSAGE,
  writtenEmail,
} from '#app/schemas/designation-forms.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { type FormReply, submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export const SAVED = { tone: 'success', text: DESIGNATION_MESSAGES.updated } as const;
export const NOTHING_TO_SAVE = "Nothing to save: you haven't changed anything.";
export const NEXT_MESSAGES = {
  inList: 'This is the next designation in the list.',
  inQueue: 'This is the next designation in the review queue.',
} as const;

/** Returns whether the list is filtered, so that a review continues in it. */
export function isFiltered(listQuery: string): boolean {
  return filterCount(new URLSearchParams(withoutNeighbors(listQuery))) > 0;
}

export interface DecisionLocation {
  readonly id: string;
  readonly listQuery: string;
  /** Call it before saving: the decision may move the designation in the list. */
  readonly next: () => Promise<NextToReview | null>;
  /** Where the reviewer goes after the last designation of the review queue; null outside of a queue. */
  readonly queueEnd: string | null;
}

export interface NextToReview {
  readonly href: string;
  /** Says what comes next. */
  readonly message: string;
}

/** Saves an administrator's decision, or first shows its email if the browser doesn't run JavaScript. */
export async function postDecision(call: SignedInCall, form: FormData, location: DecisionLocation) {
  if (intentOf(form, ['show-email', 'reset-email'], 'act') !== null)
    return showEmail(call, form, location.id);
  return submitForm(
    form,
    DecisionFormSchema,
    (decision) => saveDecision(call, decision, location),
    DESIGNATION_REFUSED,
  );
}

async function saveDecision({ ctx }: SignedInCall, decision: DecisionForm, location: DecisionLocation) {
  const { id, listQuery } = location;
  const before = await loadDesignation(ctx, id);
  await refuseOutdatedEmail(ctx, decision, before);
  const { act, version, status, reasons, note, withoutEmail } = decision;
  const patch = {
    status,
    notify: !withoutEmail,
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(note === '' ? {} : { note }),
  };
  const goesOn = act === 'save-and-next';
  const next = goesOn ? await location.next() : null;
  const request = { id, patch, ifMatch: version, emailText: writtenEmail(decision) };
  // Only for the current version, so that an outdated one is reported as a conflict.
  const isUnchanged = version === before.version && changesNothing(decision, before);
  const { highSchool, academicYear } = isUnchanged ? before : await patchDesignation(ctx, request);
  const label = DESIGNATION_STATUS_LABELS[status];
  const href = next?.href ?? (goesOn ? location.queueEnd : null);
  if (href === null) {
    const message = isUnchanged
      ? ({ tone: 'info', text: `${NOTHING_TO_SAVE} The status is still ${label}.` } as const)
      : SAVED;
    return redirectWithFlash(reviewHref(id, listQuery), [message], ctx.settings, { isSamePage: true });
  }
  const name = `${highSchool.name} ${academicYear.year}`;
  const outcome = isUnchanged ? `${NOTHING_TO_SAVE} ${name} is still ${label}.` : `${name} is now ${label}.`;
  return redirectWithFlash(
    href,
    [
      ...(isUnchanged ? [] : [SAVED]),
      { tone: 'info', text: next === null ? outcome : `${outcome} ${next.message}` },
    ],
    ctx.settings,
  );
}

/** Returns whether the decision is already stored. Then no event is recorded and no email is sent. */
function changesNothing(decision: DecisionForm, before: DesignationResponse): boolean {
  const { status, reasons, note } = decision;
  const areSameReasons =
    reasons.length === before.reasons.length && reasons.every((reason) => before.reasons.includes(reason));
  return (
    status === before.status &&
    writtenEmail(decision) === null &&
    (reasons.length === 0 || areSameReasons) &&
    (note === '' || note === before.note)
  );
}

/** @throws {Invalid} for a rewritten text if the standard text has changed since the reviewer saw it */
async function refuseOutdatedEmail(
  ctx: Ctx,
  decision: DecisionForm,
  designation: DesignationResponse,
): Promise<void> {
  if (writtenEmail(decision) === null) return;
  if (designation.status === decision.status) return;
  const standard = await standardEmail(ctx, decision, designation);
  if (standard === null || joinedEmail(standard) === decision.emailStandard) return;
  throw new Invalid([{ path: ['emailBody'], message: EMAIL_OUTDATED_MESSAGE }]);
}

/** Returns the standard text for the chosen decision; null if no email is sent to the school. */
async function standardEmail(
  ctx: Ctx,
  decision: DecisionForm,
  designation: DesignationResponse,
): Promise<EmailText | null> {
  const { email } = await getReviewFacts(ctx, designation);
  if (email === null) return null;
  const { correctionsDue, settings, texts } = email;
  const { highSchool, academicYear } = designation;
  const facts = { schoolName: highSchool.name, year: academicYear.year, correctionsDue, settings };
  return standardDecisionEmail({ ...decision, ...facts }, texts);
}

/** Returns the posted form with its email: the reviewer's text, or the current standard text for the choice. */
async function showEmail({ ctx }: SignedInCall, form: FormData, id: string) {
  const submission = parseForm(form, { schema: DecisionFormSchema });
  if (submission.status !== 'success') return data<FormReply>(submission.reply(), { status: 400 });
  const decision = submission.value;
  const standard = await standardEmail(ctx, decision, await loadDesignation(ctx, id));
  const typed =
    decision.act === 'show-email' && decision.emailFor === decision.status ? writtenEmail(decision) : null;
  const { emailShown: _shown, emailStandard: _standard, ...sent } = submission.payload;
  const text = standard === null ? null : (typed ?? standard);
  return data<FormReply>({
    initialValue: {
      ...sent,
      ...(standard === null || text === null
        ? {}
        : {
            emailFor: decision.status,
            emailShown: typed === null ? joinedEmail(standard) : decision.emailShown,
            emailSubject: text.subject,
            emailBody: text.body,
          }),
    },
  });
}
