import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { currentDesk } from '#app/components/domain/designate/current-desk.ts';
import { isRecord } from '#app/lib/records.ts';

/** What the steps of the address that was open last were loaded with: all of them show the same. */
let last: { readonly place: string; readonly answer: Record<string, unknown> } | null = null;

/**
 * Loads a step in the browser: first what is typed is saved, so that the step finds it. Without a connection the steps of the
 * designation that is open continue with what they know; everything typed is in the draft.
 */
export async function loadStep({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { searchParams } = new URL(request.url);
  const place = `${searchParams.get('school')} ${searchParams.get('year')}`;
  await currentDesk()?.flush();
  try {
    const answer: unknown = await serverLoader();
    if (isRecord(answer)) last = { place, answer };
    return answer;
  } catch (error) {
    if (error instanceof TypeError && last?.place === place) return last.answer;
    throw error;
  }
}
