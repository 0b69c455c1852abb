import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { currentEditingSession } from '#app/components/designate/current-editing-session.ts';

interface Target {
  readonly school: string | null;
  readonly year: string | null;
}

/** What the step that is open was loaded with: all steps of a designation show the same. */
let last: { readonly target: Target; readonly answer: object } | null = null;

/** A step shows this answer of its loader. */
export function rememberStep(target: Target, answer: object): void {
  last = { target, answer };
}

/**
 * Saves what is typed, then loads the step. Without a connection, or once the office has decided,
 * the open step shows what it had: what was typed must stay in sight.
 */
export async function loadStep({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { searchParams } = new URL(request.url);
  const [school, year] = [searchParams.get('school'), searchParams.get('year')];
  await currentEditingSession()?.flush();
  try {
    return await serverLoader();
  } catch (error) {
    if (last === null || last.target.school !== school || last.target.year !== year) throw error;
    if (error instanceof TypeError) return last.answer;
    const session = currentEditingSession();
    if (!isToAgreement(error) || session?.isEdited() !== true) throw error;
    session.announce();
    return last.answer;
  }
}

function isToAgreement(error: unknown): boolean {
  const location = error instanceof Response ? error.headers.get('Location') : null;
  return location?.startsWith('/designate/agreement') === true;
}
