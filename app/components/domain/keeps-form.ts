import { type ClientActionFunctionArgs, isRouteErrorResponse, useActionData } from '@remix-run/react';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { isRecord } from '#app/lib/records.ts';

/**
 * THE client action of a page with forms. Where the server answers with an error, or not at all, the page stays as it is,
 * with everything typed, and a banner says why (specification, section 8). Where the session ended, what was typed is kept for
 * after the sign-in.
 *
 * @param prefix 'Unable to save changes: ', or the one for the intent of the form that was sent
 * @param otherPrefix in front of an error that the server didn't answer with, and of its own message
 */
export function keepsForm(prefix: string | ((intent: unknown) => string), otherPrefix?: string) {
  return async function keepForm({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
    showSaveNotice(null);
    const before =
      typeof prefix === 'string' ? prefix : prefix((await request.clone().formData()).get('intent'));
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) throw await keptForSignIn(error);
      if (request.signal.aborted) throw error;
      showSaveNotice({
        tone: 'danger',
        text: failureText(error, before, otherPrefix),
        path: new URL(request.url).pathname,
        isInDialog: document.querySelector('dialog:modal') !== null,
      });
      return shownReply() ?? null;
    }
  };
}

/** THE way to read the action's answer: a save that failed leaves the answer before it, or none. */
export function useReply<Reply>() {
  return useActionData<Reply>() ?? undefined;
}

function failureText(error: unknown, prefix: string, otherPrefix: string | undefined): string {
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (isRecord(body) && typeof body['message'] === 'string') return `${prefix}${body['message']}`;
  if (otherPrefix === undefined) return `${prefix}Unknown error`;
  return `${otherPrefix}${error instanceof Error ? error.message : 'Unknown error'}`;
}

/** The redirect to follow; the one to the sign-in leads back to what was typed. */
async function keptForSignIn(answer: Response): Promise<Response> {
  if (answer.headers.get('Location')?.startsWith('/login?to=') !== true) return answer;
  const shell: unknown = window.__remixRouter.state.loaderData['routes/web/shell'];
  const user = isRecord(shell) ? shell['user'] : undefined;
  if (!isRecord(user) || typeof user['id'] !== 'string') return answer;
  const { keepText } = await import('./kept-text.ts');
  return keepText(user['id'], answer);
}

/** The answer that the page shows now. Remix hands it to components alone. */
function shownReply(): unknown {
  return Object.values(window.__remixRouter.state.actionData ?? {})[0];
}
