import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data, redirect } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { loginPath } from '#app/lib/urls/own-path.ts';
import { isRecord } from '#app/lib/records.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { limitedWork } from '#db/work-limits.server.ts';
import type { LoadContext } from './load-context.server.ts';
import { type FormLimits, OPEN_FORM, SIGNED_IN_FORM } from './form-limits.ts';
import { readForm } from './read-form.server.ts';
import { contextOf } from './request-context.server.ts';
import { type ErrorAnswer, ofSentForm } from './error-responses.ts';
import { type FailedRequest, failureAnswer } from './request-failures.server.ts';
import { assertSameOrigin } from './same-origin.ts';

export type Arguments = LoaderFunctionArgs | ActionFunctionArgs;

/** What a screen's loader or action works with. */
export interface ScreenCall {
  readonly ctx: Ctx;
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly loadContext: LoadContext;
}

/** A ScreenCall of someone signed in. */
export interface SignedInCall extends ScreenCall {
  readonly actor: UserActor;
}

export interface ActionOptions {
  /** How large the form may be; as forms of its kind usually are, unless told. */
  readonly limits?: FormLimits;
  /** Where to return after signing in again, for addresses that aren't a page; by default the current address. */
  readonly comeBackTo?: string;
}

/** The call of a request, with who asks. */
export async function openCall({ request, params, context }: Arguments): Promise<ScreenCall> {
  const ctx = await contextOf(request, context, 'BROWSER');
  return { ctx, request, url: new URL(request.url), params, loadContext: context };
}

/** Who may send a form, and how large it may be unless told. */
export interface FormAccess<Call extends ScreenCall> {
  /** The call of who comes in; throws for others, before anything of the form is read. */
  readonly admit: (call: ScreenCall) => Call;
  readonly limits: FormLimits;
}

export const FOR_ANYBODY: FormAccess<ScreenCall> = { admit: (call) => call, limits: OPEN_FORM };
export const FOR_SIGNED_IN: FormAccess<SignedInCall> = { admit: signedIn, limits: SIGNED_IN_FORM };

/** Reads the form of a request of our own pages and acts on it. */
export async function actOn<Call extends ScreenCall, Result>(
  { request, context }: ActionFunctionArgs,
  call: ScreenCall,
  access: FormAccess<Call>,
  act: (call: Call, form: FormData) => Promise<Result>,
  { limits = access.limits }: ActionOptions,
): Promise<Result> {
  assertSameOrigin(request, context.application.settings.appUrl);
  const admitted = access.admit(call);
  const form = await readForm(request, limits);
  if (request.headers.get('Accept')?.includes('text/html') !== true) return act(admitted, form);
  pageForms.set(form, { request, context });
  const result = await act(admitted, form);
  // The page that shows a refusal is loaded by the same request: the wait that ended in it must not cost the form.
  if (isRefusal(result)) limitedWork()?.startAgain();
  return result;
}

/** Whether an action answers `data(reply, { status: 4xx })`. */
function isRefusal(result: unknown): boolean {
  const init = isRecord(result) && result['type'] === 'DataWithResponseInit' ? result['init'] : null;
  const status = isRecord(init) ? init['status'] : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** The forms that a browser sent without scripts, and what they came with: their answer is the whole page. */
const pageForms = new WeakMap<FormData, FailedRequest>();

/**
 * The message for a form that couldn't be saved because of a logged internal error.
 * Null for a form that a script sent, which handles the error in its page.
 */
export function pageFailure(error: unknown, form: FormData): ErrorAnswer | null {
  const sent = pageForms.get(form);
  return sent === undefined ? null : failureAnswer(error, sent);
}

/** Works on a call; what it throws leads to the login page or to the error page. */
export async function guarded<Result>(
  args: Arguments,
  work: (call: ScreenCall) => Promise<Result>,
  comeBackTo?: string,
): Promise<Result> {
  const { request } = args;
  try {
    return await work(await openCall(args));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof Unauthorized) {
      const { pathname, search } = new URL(request.url);
      throw redirect(loginPath(comeBackTo ?? `${pathname}${search}`));
    }
    const answer = ofSentForm(failureAnswer(error, args), args.context);
    throw data(answer.body, { status: answer.status, headers: answer.headers });
  }
}

/** The call of someone signed in; throws Unauthorized for others. */
export function signedIn(call: ScreenCall): SignedInCall {
  const { actor } = call.ctx;
  if (actor.kind !== 'user') throw new Unauthorized();
  return { ...call, actor };
}
