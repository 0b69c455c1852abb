import { redirect } from '@remix-run/node';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { loginPath } from '#app/lib/urls/own-path.ts';
import { methodNotAllowed, optionsAnswer } from './http-errors.ts';
import { failureAnswer } from './request-failures.server.ts';
import {
  type ActionOptions,
  actOn,
  type Arguments,
  FOR_SIGNED_IN,
  openCall,
  type SignedInCall,
} from './screen-call.server.ts';

const POSTED_METHODS = ['POST', 'OPTIONS'];

/** A POST that opens or downloads a document. Errors are shown on a page, because the browser opens it in a window. */
export function postedFile(
  act: (call: SignedInCall, form: FormData) => Promise<Response>,
  options: ActionOptions & Required<Pick<ActionOptions, 'comeBackTo'>>,
) {
  const serve = async (args: Arguments): Promise<Response> => {
    const { request, context } = args;
    if (request.method === 'OPTIONS') return optionsAnswer(POSTED_METHODS);
    if (request.method !== 'POST') {
      return context.refusalPage(failureAnswer(methodNotAllowed(request.method, POSTED_METHODS), args));
    }
    try {
      return await actOn(args, await openCall(args), FOR_SIGNED_IN, act, options);
    } catch (error) {
      if (error instanceof Response) throw error;
      if (error instanceof Unauthorized) throw redirect(loginPath(options.comeBackTo));
      return context.refusalPage(failureAnswer(error, args));
    }
  };
  return { loader: serve, action: serve };
}
