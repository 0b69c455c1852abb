import {
  acceptAccessRequest,
  declineUnmatchedRequest,
} from '#app/domain/access-requests/decide-access-request.server.ts';
import { resolveActiveSchoolName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import { refusalPrefix } from '#app/messages/save-messages.ts';
import { type AssignRequestForm, AssignRequestFormSchema } from '#app/schemas/access-request.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { refusalMessage, submitForm } from '#app/server/web-route.server.ts';

/** Handles the office's answer to a request that matches no single school, and returns to the same page. */
export async function answerUnmatchedRequest({ ctx, url }: SignedInCall, form: FormData) {
  const redirectWith = (tone: 'success' | 'danger', text: string) =>
    redirectWithFlash(`${url.pathname}${url.search}`, [{ tone, text }], ctx.settings, { isSamePage: true });
  return submitForm(form, AssignRequestFormSchema, async (typed) => {
    try {
      return await redirectWith('success', await answer(ctx, typed));
    } catch (error) {
      if (error instanceof Invalid) throw error;
      return redirectWith('danger', `${refusalPrefix(typed.intent)}${reasonOf(error)}`);
    }
  });
}

async function answer(ctx: SignedInCall['ctx'], typed: AssignRequestForm): Promise<string> {
  const { intent, requestId, email, highSchoolName } = typed;
  if (intent === 'decline-request') {
    await declineUnmatchedRequest(ctx, requestId);
    return ACCESS_REQUEST_MESSAGES.declined;
  }
  const highSchoolId = await resolveActiveSchoolName(ctx, highSchoolName, 'highSchoolName');
  const { person, school } = await acceptAccessRequest(ctx, { requestId, highSchoolId, email });
  return ACCESS_REQUEST_MESSAGES.accepted(person, school);
}

function reasonOf(error: unknown): string {
  if (error instanceof NotFound) return ACCESS_REQUEST_MESSAGES.notOpen;
  return refusalMessage(error).message;
}
