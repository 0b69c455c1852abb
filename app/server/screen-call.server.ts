import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SignInAgain, Unauthorized } from '#app/lib/domain-errors.ts';
import { loginPath, signInAgainPath } from '#app/lib/urls/redirect-paths.ts';
import { isRecord } from '#app/lib/records.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { limitedWork } from '#db/work-limits.server.ts';
import { contextOf, type LoadContext } from './load-context.server.ts';
import { type FormLimits, PUBLIC_FORM, readForm, SIGNED_IN_FORM } from './read-form.server.ts';
import { type ErrorResponse, markResendable } from './error-responses.ts';
import { type FailedRequest, mapAndLogError } from './request-failures.server.ts';
import type { LinkQuestion } from './link-questions.ts';
import { methodNotAllowed, optionsResponse } from './http-errors.ts';
import { assertNotCrossSite, assertSameOrigin, isUnconfirmedLink } from './same-origin.ts';

export type Arguments = LoaderFunctionArgs | ActionFunctionArgs;

export interface ScreenCall {
  readonly ctx: Ctx;
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly loadContext: LoadContext;
}

export interface SignedInCall extends ScreenCall {
  readonly actor: UserActor;
}

export interface ActionOptions {
  /** Overrides the usual limits for forms of this kind. */
  readonly limits?: FormLimits;
  /** Where to return after signing in again, for URLs that aren't a page; by default the current URL. */
  readonly returnTo?: string;
}

/** Returns what a loader or action knows about its request. */
export async function openCall({ request, params, context }: Arguments): Promise<ScreenCall> {
  const ctx = await contextOf(request, context, 'BROWSER');
  return { ctx, request, url: new URL(request.url), params, loadContext: context };
}

/** Who may send a form, and its default limits. */
export interface FormAccess<Call extends ScreenCall> {
  /** Runs before the form is read. Throws if the caller may not send it. */
  readonly admit: (call: ScreenCall) => Call;
  readonly limits: FormLimits;
}

export const PUBLIC_ACCESS: FormAccess<ScreenCall> = { admit: (call) => call, limits: PUBLIC_FORM };
export const SIGNED_IN_ACCESS: FormAccess<SignedInCall> = { admit: signedIn, limits: SIGNED_IN_FORM };

/** @throws {HttpError} 403 for a request from another site */
export async function runAction<Call extends ScreenCall, Result>(
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
  // The same request also loads the page with the rejected form, so its database time starts over.
  if (isRefusal(result)) limitedWork()?.startAgain();
  return result;
}

/** Returns whether an action returned `data(reply, { status: 4xx })`. */
function isRefusal(result: unknown): boolean {
  const init = isRecord(result) && result['type'] === 'DataWithResponseInit' ? result['init'] : null;
  const status = isRecord(init) ? init['status'] : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** Forms sent without JavaScript, with their requests. Their response is a whole page. */
const pageForms = new WeakMap<FormData, FailedRequest>();

/** Returns the response to a logged internal error; null for a form sent by a script, which handles it. */
export function pageFailure(error: unknown, form: FormData): ErrorResponse | null {
  const sent = pageForms.get(form);
  return sent === undefined ? null : mapAndLogError(error, sent);
}

/** Runs `work`. Redirects to the login page on Unauthorized, and shows the error page on other errors. */
export async function withErrorResponses<Result>(
  args: Arguments,
  work: (call: ScreenCall) => Promise<Result>,
  returnTo?: string,
): Promise<Result> {
  const { request } = args;
  try {
    return await work(await openCall(args));
  } catch (error) {
    if (error instanceof Response) throw error;
    const { pathname, search } = new URL(request.url);
    redirectToSignIn(error, returnTo ?? `${pathname}${search}`);
    const { status, body, headers } = markResendable(mapAndLogError(error, args), args.context);
    throw data(body, { status, headers });
  }
}

/** @throws {Response} to the login page, and then to `wanted`, for an error that signing in resolves */
function redirectToSignIn(error: unknown, wanted: string): void {
  if (error instanceof Unauthorized) throw redirect(loginPath(wanted));
  if (error instanceof SignInAgain) throw redirect(signInAgainPath(wanted));
}

/** @throws {Unauthorized} without a signed-in user */
export function signedIn(call: ScreenCall): SignedInCall {
  const { actor } = call.ctx;
  if (actor.kind !== 'user') throw new Unauthorized();
  return { ...call, actor };
}

interface FileOptions {
  /** Where to return after signing in again, because the file itself isn't a page. */
  readonly returnTo: (params: Arguments['params']) => string;
  /** Shows an error in a frame, where pages of their own aren't allowed. */
  readonly inFrame?: ((error: ErrorResponse) => Response) | undefined;
}

/** Builds a route that opens or downloads a document. Errors are shown where the document would be. */
function fileRoute(
  methods: readonly string[],
  respond: (args: Arguments) => Promise<Response>,
  { returnTo, inFrame }: FileOptions,
) {
  const serve = async (args: Arguments): Promise<Response> => {
    const { request, params, context } = args;
    if (request.method === 'OPTIONS') return optionsResponse(methods);
    if (!methods.includes(request.method)) {
      return context.refusalPage(mapAndLogError(methodNotAllowed(request.method, methods), args));
    }
    try {
      return await respond(args);
    } catch (error) {
      if (error instanceof Response) throw error;
      if (inFrame !== undefined && request.headers.get('Sec-Fetch-Dest') === 'iframe') {
        return inFrame(mapAndLogError(error, args));
      }
      redirectToSignIn(error, returnTo(params));
      return context.refusalPage(mapAndLogError(error, args));
    }
  };
  return { loader: serve, action: serve };
}

/**
 * Builds a route for everyone that does something and leads to a page. It refuses HEAD, which would do it without being
 * noticed.
 */
export function redirectRoute(follow: (call: ScreenCall) => Promise<Response>) {
  return fileRoute(['GET', 'OPTIONS'], async (args) => follow(await openCall(args)), {
    returnTo: () => '/login',
  });
}

interface PostedFileOptions extends ActionOptions {
  readonly returnTo: string;
  readonly inFrame?: FileOptions['inFrame'];
}

/** Builds a route whose document is requested with a form. */
export function postedFileRoute(
  act: (call: SignedInCall, form: FormData) => Promise<Response>,
  options: PostedFileOptions,
) {
  const { returnTo, inFrame } = options;
  return fileRoute(
    ['POST', 'OPTIONS'],
    async (args) => runAction(args, await openCall(args), SIGNED_IN_ACCESS, act, options),
    { returnTo: () => returnTo, inFrame },
  );
}

interface LinkedFileOptions extends FileOptions {
  /** Asked before a link from elsewhere downloads the file; absent for a file without personal data. */
  readonly confirmLink?: LinkQuestion;
}

/** Builds a route whose document is downloaded with a link. Links from outside our pages ask first (ADR 28). */
export function linkedFileRoute(
  load: (call: SignedInCall) => Promise<Response>,
  { confirmLink, ...options }: LinkedFileOptions,
) {
  return fileRoute(
    ['GET', 'HEAD', 'OPTIONS'],
    async (args) => {
      const { request, context } = args;
      const { appUrl } = context.application.settings;
      assertNotCrossSite(request, appUrl);
      const call = signedIn(await openCall(args));
      if (confirmLink === undefined || !isUnconfirmedLink(request, appUrl)) return load(call);
      return context.questionPage({ ...confirmLink, href: call.url.pathname });
    },
    options,
  );
}
