import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { hasSaveFailed } from '#app/components/ui/save-notice.tsx';

/**
 * Whether a page is loaded again: not after a form that wasn't filled in correctly (400), which changed nothing, nor after a
 * save that failed, but after a refusal because of what others did meanwhile (409, 412).
 */
export function revalidateUnlessAboutInput({
  actionStatus,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 400 && !(formMethod === 'POST' && hasSaveFailed()) && defaultShouldRevalidate;
}
