import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from '@remix-run/react';
import { useEffect } from 'react';
import { hasSaveFailed, showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { hasSavedText } from '#app/lib/browser/user-storage.ts';
import { isRecord } from '#app/lib/records.ts';

const FIRST_ERROR_STATUS = 400;

const UNREACHABLE = "We can't reach the server. What you entered is still here. Try again in a minute.";

/**
 * Returns the client action of a page with a form. If the save fails, the page stays and shows why
 * (specification, section 8). If the session has expired, the text is stored until the user signs in again.
 * @param prefix 'Unable to save changes: ', or a function of the submitted form's intent
 * @param otherPrefix prefix for errors without a response from the server
 */
export function formClientAction(prefix: string | ((intent: unknown) => string), otherPrefix?: string) {
  return async function keepForm({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
    showSaveNotice(null);
    const before =
      typeof prefix === 'string' ? prefix : prefix((await request.clone().formData()).get('intent'));
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) {
        const isForSignIn = error.headers.get('Location')?.startsWith('/login?to=') === true;
        throw isForSignIn ? (await import('./saved-text.ts')).saveText(error) : error;
      }
      if (request.signal.aborted) throw error;
      showSaveNotice({
        tone: 'danger',
        text: noticeText(error, before, otherPrefix),
        path: new URL(request.url).pathname,
        isInDialog: document.querySelector('dialog:modal') !== null,
      });
      return shownReply() ?? null;
    }
  };
}

/** Returns the action's response; after a failed save, the previous one. Also restores stored text. */
export function useReply<Reply>() {
  useEffect(() => {
    if (hasSavedText()) void import('./saved-text.ts').then(({ restoreText }) => restoreText());
  }, []);
  return useActionData<Reply>() ?? undefined;
}

/** Revalidates only after successful submits, for pages that show errors with their loaded data. */
export function revalidateUnlessRefused(args: ShouldRevalidateFunctionArgs): boolean {
  return (args.actionStatus ?? 0) < FIRST_ERROR_STATUS && revalidateUnlessAboutInput(args);
}

function noticeText(error: unknown, prefix: string, otherPrefix: string | undefined): string {
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (isRecord(body) && typeof body['message'] === 'string') return `${prefix}${body['message']}`;
  const message = otherPrefix !== undefined && error instanceof Error ? error.message : 'Unknown error';
  return `${otherPrefix ?? prefix}${message}. ${UNREACHABLE}`;
}

/** Returns the action response currently shown, which Remix exposes only to components. */
function shownReply(): unknown {
  return Object.values(window.__remixRouter.state.actionData ?? {})[0];
}

/**
 * Returns whether to reload the page's data: not after invalid input (400) or a failed save, which change
 * nothing, but after a conflict with someone else's change (409, 412).
 */
export function revalidateUnlessAboutInput({
  actionStatus,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 400 && !(formMethod === 'POST' && hasSaveFailed()) && defaultShouldRevalidate;
}
