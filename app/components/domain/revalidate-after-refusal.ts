import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { hasSaveFailed } from '#app/components/ui/save-notice.tsx';

const FIRST_ERROR_STATUS = 400;

/**
 * Whether a page is loaded again: not after a form that wasn't filled in correctly (400), which changed nothing, nor after a
 * save that failed, but after a refusal because of what others did meanwhile (409, 412).
 */
export function revalidateUnlessAboutInput({
  actionStatus,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== FIRST_ERROR_STATUS && !isFailedSave(formMethod) && defaultShouldRevalidate;
}

/** The same for pages that show refusals with what they had loaded. */
export function revalidateUnlessRefused({
  actionStatus = 0,
  defaultShouldRevalidate,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus < FIRST_ERROR_STATUS && !isFailedSave(formMethod) && defaultShouldRevalidate;
}

function isFailedSave(formMethod: string | undefined): boolean {
  return formMethod === 'POST' && hasSaveFailed();
}
