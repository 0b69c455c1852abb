import { CHANGES_SAVED, SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { data } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { requestEmailChange } from '#app/domain/users/user-email.server.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import { USER_TEXTS } from '#app/schemas/user-fields.ts';
import {
  type SignOutForm,
  SignOutFormSchema,
  type UserForm,
  UserFormSchema,
  type UserReply,
} from '#app/schemas/user-forms.ts';
import { callerOf } from './cookies.server.ts';
import { malformedForm } from './http-errors.ts';
import { codeDelivery } from './code-delivery.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { refusalMessage, type ResultMessage, submitForm } from './web-route.server.ts';
import { endSessions } from '#app/domain/auth/user-sessions.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';

const SAVED = { tone: 'success', text: CHANGES_SAVED } as const;

/** Saves a user. For users' own new address, first sends a code and returns the form with `codeSentTo`. */
export async function saveUser(call: SignedInCall, form: FormData, page: { id: string; to: string }) {
  const codeRequest = await askForCode(call, form, page.id);
  if (codeRequest !== null) return codeRequest;
  const { ctx } = call;
  return submitForm(
    form,
    UserFormSchema,
    async ({ version, email, emailCode, phone, hasFlags, flags, ...fields }) => {
      const texts = pickFields(USER_TEXTS, fields);
      const patch = { ...texts, email, emailCode, phone, ...(hasFlags ? { flags } : {}) };
      await changeUser(ctx, { id: page.id, patch, ifMatch: version });
      return redirectWithFlash(page.to, [SAVED], ctx.settings, { isSamePage: true });
    },
    SAVE_REFUSED,
  );
}

/** Sends a code for the user's own new address. Returns null if no code is needed. */
async function askForCode(call: SignedInCall, form: FormData, id: string) {
  const { ctx, actor, request, loadContext } = call;
  const submission = parseForm(form, { schema: UserFormSchema });
  if (submission.status !== 'success' || id !== actor.id) return null;
  const { email, emailCode, codeSentTo, act }: UserForm = submission.value;
  const isForOther = codeSentTo !== undefined && codeSentTo !== email;
  const wantsCode = act === 'send-code' || emailCode === undefined || isForOther;
  if (!wantsCode || email === (await getUser(ctx, id)).email) return null;
  try {
    const caller = await callerOf(request, loadContext.clientAddress, ctx.settings);
    const { sendsAt } = await requestEmailChange(ctx, { userId: id, email, ...caller });
    const requested = { sendsAt: sendsAt.toISOString(), requestedAt: ctx.now().toISOString() };
    return data<UserReply>({
      initialValue: { ...submission.payload, emailCode: '', codeSentTo: email },
      codeDelivery: codeDelivery(
        { email, isAgain: act === 'send-code' && !isForOther, ...requested },
        ctx.now(),
      ),
    });
  } catch (error) {
    const { message, status } = refusalMessage(error, form);
    return data<UserReply>(submission.reply({ formErrors: [`${SAVE_REFUSED}${message}`] }), { status });
  }
}

/** Ends one or all of a user's sessions (see `endSessions`) and redirects to `to` with the result as a message. */
export async function signOut({ ctx }: SignedInCall, form: FormData, { id, to }: { id: string; to: string }) {
  const submission = parseForm(form, { schema: SignOutFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const result = await signOutResult(ctx, id, submission.value);
  return redirectWithFlash(to, [result], ctx.settings, { isSamePage: true });
}

async function signOutResult(ctx: Ctx, userId: string, form: SignOutForm): Promise<ResultMessage> {
  const sessionId = form.intent === 'sign-out-browser' ? form.sessionId : undefined;
  try {
    const ended = await endSessions(ctx, { userId, sessionId });
    if (sessionId !== undefined) return { tone: 'success', text: USER_MESSAGES.signedOutOfBrowser(ended) };
    const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === userId;
    return { tone: 'success', text: isOwn ? USER_MESSAGES.signedOutElsewhere : USER_MESSAGES.signedOut };
  } catch (error) {
    return { tone: 'danger', text: `${SAVE_REFUSED}${refusalMessage(error).message}` };
  }
}
