import { type FormReply, parseForm } from '#app/lib/parse-form.ts';
import type { Submission } from '@conform-to/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type TypedResponse } from '@remix-run/node';
import type { z } from 'zod';
import { Conflict, DomainError, Invalid, NotFound, SignInAgain } from '#app/lib/domain-errors.ts';
import { refusalPrefix } from '#app/messages/save-messages.ts';
import { isRecord } from '#app/lib/records.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { mapError } from './error-responses.ts';
import {
  type ActionOptions,
  runAction,
  PUBLIC_ACCESS,
  SIGNED_IN_ACCESS,
  withErrorResponses,
  pageFailure,
  type ScreenCall,
  signedIn,
  type SignedInCall,
} from './screen-call.server.ts';
import { yieldToOtherRequests } from './yield-to-other-requests.server.ts';

export type { FormReply };

/**
 * Returns a loader for everyone. Sends only the fields of `schema`; a mismatch is an internal error.
 */
export function publicScreen<Schema extends z.ZodType>(
  load: (call: ScreenCall) => Promise<Loaded<Schema>>,
  schema: Schema,
) {
  return async (args: LoaderFunctionArgs) =>
    withErrorResponses(args, async (call) => {
      const loaded = await load(call);
      await yieldToOtherRequests();
      return checked(schema, loaded);
    });
}

/** Returns a loader for signed-in users; others must sign in first (specification, section 2). */
export function screen<Schema extends z.ZodType>(
  load: (call: SignedInCall) => Promise<Loaded<Schema>>,
  schema: Schema,
) {
  return publicScreen((call) => load(signedIn(call)), schema);
}

/** Makes an action that visitors who aren't signed in may send, too. */
export function publicAction<Result>(
  act: (call: ScreenCall, form: FormData) => Promise<Result>,
  options: ActionOptions = {},
) {
  return async (args: ActionFunctionArgs): Promise<Result> =>
    withErrorResponses(args, (call) => runAction(args, call, PUBLIC_ACCESS, act, options), options.returnTo);
}

/** Makes an action for forms of signed-in users. Others are redirected to sign in. */
export function formAction<Result>(
  act: (call: SignedInCall, form: FormData) => Promise<Result>,
  options: ActionOptions = {},
) {
  return async (args: ActionFunctionArgs): Promise<Result> =>
    withErrorResponses(
      args,
      (call) => runAction(args, call, SIGNED_IN_ACCESS, act, options),
      options.returnTo,
    );
}

/**
 * Returns the form with its errors as 400 for invalid input. With a `refusal` prefix, also for other
 * rejections and, without JavaScript, for internal errors.
 * @throws {DomainError} without a `refusal` prefix
 */
export async function submitForm<Schema extends z.ZodType, Reply = TypedResponse<never>>(
  form: FormData,
  schema: Schema,
  act: (value: z.output<Schema>) => Promise<Reply>,
  refusal?: string,
) {
  const submission: Submission<z.input<Schema>, string[], z.output<Schema>> = parseForm(form, { schema });
  if (submission.status !== 'success') {
    return data<FormReply>(submission.reply(), { status: submission.status === 'error' ? 400 : 200 });
  }
  try {
    return await act(submission.value);
  } catch (error) {
    if (error instanceof Invalid) return data<FormReply>(submission.reply(repliesOf(error)), { status: 400 });
    const isRefusal = error instanceof DomainError;
    if (error instanceof Response || error instanceof SignInAgain) throw error;
    if (isRefusal && refusal === undefined) throw error;
    const { message, status } = refusalMessage(error, form);
    const errors = [`${refusal ?? ''}${message}`];
    const field = error instanceof Conflict ? error.field : null;
    const submissionError = field === null ? { formErrors: errors } : { fieldErrors: { [field]: errors } };
    return data<FormReply>(submission.reply(submissionError), { status });
  }
}

type Wrapped<Body> = ReturnType<typeof data<Body>>;

/** The data, or `data(…, { headers })`. Redirects are thrown. */
type Loaded<Schema extends z.ZodType> = z.input<Schema> | Wrapped<z.input<Schema>>;

function checked<Schema extends z.ZodType>(schema: Schema, loaded: Loaded<Schema>) {
  return isWrapped(loaded) ? data(schema.parse(loaded.data), loaded.init ?? {}) : data(schema.parse(loaded));
}

function isWrapped<Body>(loaded: Body | Wrapped<Body>): loaded is Wrapped<Body> {
  return isRecord(loaded) && loaded['type'] === 'DataWithResponseInit';
}

/**
 * Returns the message for a rejection, or for an internal error if `form` was sent without JavaScript.
 * @throws any other error
 */
export function refusalMessage(error: unknown, form?: FormData): { message: string; status: number } {
  const { status, body, isServerError } = mapError(error, '');
  if (status === 401 || status === 404 || error instanceof SignInAgain) throw error;
  if (isServerError && (form === undefined || pageFailure(error, form) === null)) throw error;
  return { message: body.message, status };
}

export type ResultMessage = Pick<Flash, 'tone' | 'text'>;

/**
 * Makes a button's change and returns the message about its success or refusal.
 * @param intent the button's value, for the prefix of a refusal
 * @param notFound what to say if what the button changes is gone
 */
export async function resultMessage(
  intent: string,
  act: () => Promise<string>,
  notFound: string,
): Promise<ResultMessage> {
  try {
    return { tone: 'success', text: await act() };
  } catch (error) {
    const why = error instanceof NotFound ? notFound : refusalMessage(error).message;
    return { tone: 'danger', text: `${refusalPrefix(intent)}${why}` };
  }
}

/** @throws {NotFound} for an invalid ID */
export function screenId(params: ScreenCall['params']): string {
  const parsed = IdParamsSchema.safeParse(params);
  if (!parsed.success) throw new NotFound();
  return parsed.data.id;
}

/** Groups issues by field; those without a field belong to the form. */
function repliesOf(error: Invalid): { formErrors?: string[]; fieldErrors: Record<string, string[]> } {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const issue of error.issues) {
    if (issue.path.length === 0) formErrors.push(issue.message);
    else (fieldErrors[fieldName(issue.path)] ??= []).push(issue.message);
  }
  return formErrors.length > 0 ? { formErrors, fieldErrors } : { fieldErrors };
}

/** Returns conform's name of a field: ['students', 0, 'email'] becomes 'students[0].email'. */
function fieldName(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`),
    '',
  );
}
