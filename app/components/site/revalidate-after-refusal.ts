import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { hasSaveFailed } from '#app/components/ui/save-notice.tsx';

/**
 * Whether to reload the page's data: not after invalid input (400) or a failed save, which change nothing, but after a
 * refusal because of someone else's change (409, 412).
 */
export function revalidateUnlessAboutInput({
  actionStatus,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 400 && !(formMethod === 'POST' && hasSaveFailed()) && defaultShouldRevalidate;
}
